import { describe, expect, it } from 'vitest'
import { resolveLocalPrincipal } from '../../../src/cli/backends/local-principal.ts'
import { formatResult as inWords } from '../../../src/cli/output/operator-results.ts'
import { runOperatorCommand } from '../../../src/operator/commands.ts'
import type { MachineSignInLink } from '../../../src/operator/users/sign-in-link.ts'
import { refused } from '../../tools/world.ts'
import { openJar } from '../../web/jar.ts'
import { useGithub } from './fake-github.ts'
import { walk } from './sign-in-steps.ts'

const { github, testApp, reopen } = useGithub()

const run = (name: string, input: object): Promise<unknown> => {
  const { services } = testApp
  const holder = { kind: 'server', pid: 1, startedAt: services.now() } as const
  return runOperatorCommand(name, input, { services, holder, requestId: services.newId() })
}
const link = (user: string, own: boolean, operator = false) =>
  run('login-link', { user, own, operator }) as Promise<MachineSignInLink>
const user = (handle: string) => testApp.services.store.read.users.by('handle', handle)
const comeByProvider = () => walk(testApp, openJar(testApp.services.baseUrl), 'github')

describe('a provider’s user with the handle of the local user', () => {
  it('does not get that handle, which stays for the local user', async () => {
    await reopen({ machineHandle: 'octo-cat' })
    await comeByProvider()
    expect(await user('octo-cat')).toBeUndefined()
    expect(await user('octo-cat-2')).toMatchObject({ came_by: 'github' })
    expect(await link('octo-cat', true)).toMatchObject({ user: 'octo-cat', operator: true, person: { new: true } })
    expect(await user('octo-cat')).not.toHaveProperty('came_by')
  })

  it('is not used by local links and processes, although they had the handle before', async () => {
    await comeByProvider()
    expect(await user('octo-cat')).toMatchObject({ came_by: 'github', operator: false })
    for (const attempt of [
      () => link('octo-cat', true),
      () => link('octo-cat', true, true),
      () => resolveLocalPrincipal('octo-cat', ['project:read'], testApp.services),
    ]) {
      expect(await refused(attempt())).toMatchObject({
        code: 'forbidden',
        fix: expect.stringMatching(/DRAGOMAN_OPERATORS=github:583231.* login-link --user octo-cat-2 --create$/),
      })
    }
    expect(await testApp.services.store.read.login_links.list('all', '')).toEqual([])
    expect(await user('octo-cat')).toMatchObject({ operator: false })
  })

  it('is the local user once the operator configures their ID', async () => {
    await comeByProvider()
    await reopen({ operators: ['github:583231'] })
    await comeByProvider()
    expect(await link('octo-cat', true)).toMatchObject({ user: 'octo-cat' })
    const principal = await resolveLocalPrincipal('octo-cat', ['project:read'], testApp.services)
    expect(principal.user.handle).toBe('octo-cat')
  })
})

describe('a command about a user', () => {
  it('says whether they exist, since when, and how they sign in', async () => {
    await comeByProvider()
    const person = {
      handle: 'octo-cat',
      new: false,
      since: testApp.services.now().toISOString(),
      signs_in_by: [`Octo.Cat at ${github.config.url} (github:583231)`],
      passkeys: 0,
    }
    expect(await link('octo-cat', false)).toMatchObject({ person })
    const token = { name: 'ci', scopes: 'project:read' }
    expect(await run('token create', { user: 'octo-cat', ...token })).toMatchObject({ person, user_created: false })
    expect(await run('token create', { user: 'lin', create: true, ...token })).toMatchObject({
      person: { handle: 'lin', new: true, signs_in_by: [] },
    })
  })

  it('names providers without control characters, and passkeys', async () => {
    github.account.login = 'octo\u001B]0;x\u0007\u202Ecat'
    await comeByProvider()
    const { person } = await link('octo-0-x-cat', false)
    expect(person.signs_in_by).toEqual([`octo?]0;x??cat at ${github.config.url} (github:583231)`])
    const made = { ...(await link('octo-0-x-cat', false)), person }
    expect(inWords.loginLink(made)).toContain('signs in as octo?]0;x??cat')
    const withPasskeys = { ...made, person: { ...person, signs_in_by: [], passkeys: 2 } }
    expect(inWords.loginLink(withPasskeys)).toContain('signs in with 2 passkeys')
  })
})
