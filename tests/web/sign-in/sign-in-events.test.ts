import { describe, expect, it } from 'vitest'
import { resolveLocalPrincipal } from '../../../src/cli/backends/local-principal.ts'
import type { AuditView } from '../../../src/tools/audit/view.ts'
import { useGithub } from '../../auth/sign-in/fake-github.ts'
import { walk } from '../../auth/sign-in/sign-in-steps.ts'
import { resumeUser, suspendUser } from '../../operator/at-machine.ts'
import { loginLink, openJarOf, signIn } from '../jar.ts'

const { testApp, jarOf } = useGithub({ operators: ['github:583231'] })

/** The user's own audit log as text. */
async function logOf(handle: string): Promise<readonly AuditView[]> {
  const caller = await testApp.world.user(handle)
  return (await caller.call<{ events: AuditView[] }>('list_audit_events')).events
}

const short = ({ action, by = '-', detail = {} }: AuditView) => `${action} by ${by} ${JSON.stringify(detail)}`

describe('an unusable sign-in link', () => {
  it('is in the log of its user when a browser opens it: used, expired, suspended', async () => {
    const link = await loginLink(testApp, 'ada')
    await jarOf().get(link)
    await jarOf().get(link)
    const late = await loginLink(testApp, 'ada')
    testApp.world.pass(16 * 60 * 1000)
    await jarOf().get(late)
    await suspendUser(testApp.services, 'ada')
    await jarOf().get(late)
    await resumeUser(testApp.services, 'ada')
    const events = (await logOf('ada')).filter(({ action }) => action === 'sign_in_refused')
    expect(events.map(short)).toEqual([
      'sign_in_refused by - {"method":"link","why":"suspended"}',
      'sign_in_refused by - {"method":"link","why":"expired"}',
      'sign_in_refused by - {"method":"link","why":"gone"}',
    ])
    expect(events[0]).not.toHaveProperty('through')
  })

  it('leaves no event for a prefetch, or for an unknown link', async () => {
    const link = await loginLink(testApp, 'ada')
    await jarOf().get(link)
    const before = await logOf('ada')
    await jarOf().get(link, { method: 'HEAD' })
    await jarOf().get(link, { headers: { 'sec-purpose': 'prefetch' } })
    await jarOf().get(link.replace(/.{8}$/, '00000000'))
    expect(await logOf('ada')).toEqual(before)
    const { items } = await testApp.services.store.read.audit.page('all', '', { limit: 10 })
    expect(items).toHaveLength(before.length)
  })
})

describe('the event of a sign-in', () => {
  it('includes signing out the previous user, in their own log', async () => {
    const jar = await openJarOf(testApp, 'ada')
    const [signedIn] = await logOf('ada')
    await jar.get(await loginLink(testApp, 'bob'))
    await jar.post(jar.last().path)
    expect((await logOf('bob')).map(({ action }) => action)).toEqual(['sign_in'])
    const [signedOut, ...others] = await logOf('ada')
    expect(signedOut).toMatchObject({ action: 'sign_out', by: 'ada', target: signedIn?.through?.id })
    expect(others).toHaveLength(1)
    await signIn(testApp, jar, 'bob')
    expect((await logOf('bob')).map(({ action }) => action)).toEqual(['sign_in', 'sign_in'])
  })

  it('says when it granted operator access, by a link or by a provider', async () => {
    await jarOf().get(await loginLink(testApp, 'ada', { operator: true }))
    await jarOf().get(await loginLink(testApp, 'ada', { operator: true }))
    expect((await logOf('ada')).map(({ changes }) => changes)).toEqual([
      undefined,
      { operator: { from: false, to: true } },
    ])
    await walk(testApp, jarOf(), 'github')
    await walk(testApp, jarOf(), 'github')
    expect((await logOf('octo-cat')).map(({ changes }) => changes)).toEqual([
      undefined,
      { operator: { from: false, to: true } },
    ])
  })

  it('is in the log of the identity’s user when a provider’s user is rejected', async () => {
    await jarOf().get(await loginLink(testApp, 'ada', { operator: true }))
    await walk(testApp, jarOf(), 'github')
    await suspendUser(testApp.services, 'octo-cat')
    await walk(testApp, jarOf(), 'github')
    await resumeUser(testApp.services, 'octo-cat')
    const events = await logOf('octo-cat')
    expect(events.map(short)).toContain('sign_in_refused by - {"login":"Octo.Cat","why":"suspended"}')
  })

  it('names the browser, as far as it is known', async () => {
    await jarOf().get(await loginLink(testApp, 'ada'))
    expect((await logOf('ada'))[0]).toMatchObject({ client: 'Mozilla/5.0 (X11; Linux x86_64) Jar/1.0', surface: 'web' })
  })
})

it('the local user is in their own log from the first call on', async () => {
  await resolveLocalPrincipal('mia', ['user:read'], testApp.services)
  await resolveLocalPrincipal('mia', ['user:read'], testApp.services)
  expect((await logOf('mia')).map(({ action, through, target }) => ({ action, through, target }))).toEqual([
    { action: 'person_created', through: { kind: 'stdio' }, target: 'mia' },
  ])
})
