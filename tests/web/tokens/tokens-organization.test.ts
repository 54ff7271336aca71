import { describe, expect, it } from 'vitest'
import { ALL_SCOPES } from '../../../src/auth/policy/scopes.ts'
import { statusOf } from '../../auth/oauth/authorized.ts'
import { type Jar } from '../jar.ts'
import { ownCsrf } from '../own-csrf.ts'
import { useOwnAcme } from '../scene.ts'

interface Made {
  id: string
  token: string
}

const scene = useOwnAcme()

const make = async (person: string, more: object = {}): Promise<Made> => {
  scene.testApp.world.pass(1000)
  const asked = { name: `of ${person}`, scopes: ['project:read'], account: scene.acme, ...more }
  return (await scene.testApp.world.user(person)).call('create_token', asked)
}
const revoke = async (jar: Jar, organization: string, id: string) => {
  const path = `/o/${organization}/tokens/${id}/revoke`
  return jar.post(path, { csrf: await ownCsrf(scene.testApp, jar, path) })
}

describe('the tokens page of an organization', () => {
  it('shows administrators each token of a member with its owner, and never its value', async () => {
    const made = await make('bea', { name: '<i>deploy' })
    await make('bea', { name: 'personal', account: 'bea' })
    const { status: code, text } = await scene.ada.get(`/o/${scene.acme}/tokens`)
    expect(code).toBe(200)
    expect(text).toContain('&lt;i>deploy')
    expect(text).toMatch(/…<\/code> of (<!-- -->)?bea</)
    expect(text).toMatch(/<td class="wide">Never<\/td>/)
    expect(text).toContain(`${made.token.slice(0, 9)}…`)
    expect(text).not.toContain('personal</')
    expect(text).not.toMatch(/svca_[0-9a-f]{5}/)
    expect(text).toContain(`href="/account/tokens/new?account=${scene.acme}"`)
  })

  it('tells other members who can see it', async () => {
    await scene.testApp.world.organization(`${scene.acme}-staff`, { ada: 'admin', bea: 'member' })
    const jar = await scene.signedIn('bea')
    const { status: code, text } = await jar.get(`/o/${scene.acme}-staff/tokens`)
    expect(code).toBe(403)
    expect(text).toContain('<p>Only administrators can see this page.</p><p>Ask ada, the owner.</p>')
  })

  it('revokes one at once, and reports it, also after a double click', async () => {
    const made = await make('bea')
    await scene.ada.get(`/o/${scene.acme}/tokens`)
    const first = await scene.ada.post(`/o/${scene.acme}/tokens/${made.id}/revoke`)
    expect(await statusOf(scene.testApp, made.token)).toBe(401)
    for (const seen of [first, await revoke(scene.ada, scene.acme, made.id)]) {
      expect(seen).toMatchObject({ status: 200, path: `/o/${scene.acme}/tokens?revoked=${made.id}` })
      expect(seen.text).toContain('of bea is revoked')
    }
    const account = await scene.testApp.services.store.read.accounts.by('handle', scene.acme)
    const { items } = await scene.testApp.services.store.read.audit.page('account', account?.id ?? '', { limit: 2 })
    const [last, before] = items
    expect(last).toMatchObject({ action: 'revoke_organization_token', surface: 'web', target: made.id })
    expect(before?.action).toBe('create_token')
  })

  it('labels controls uniquely for tokens of the same name', async () => {
    const made = [
      await make('bea', { name: '\u05e9\u05dc\u05d5\u05dd' }),
      await make('bea', { name: '\u05e9\u05dc\u05d5\u05dd' }),
    ]
    const { text } = await scene.ada.get(`/o/${scene.acme}/tokens`)
    const names = [...text.matchAll(/<button type="button"[^>]* aria-label="(Revoke[^"]+)"/g)].map(
      ([, name = '']) => name,
    )
    expect(names.toSorted()).toEqual(
      made.map(({ token }) => `Revoke \u05e9\u05dc\u05d5\u05dd of bea, ${token.slice(0, 9)}`).toSorted(),
    )
  })

  it('lists many tokens page by page, each below 50 kB', async () => {
    const scopes = ALL_SCOPES.filter(scope => !scope.startsWith('organization:')).slice(0, 17)
    for (let count = 0; count < 26; count += 1) await make('ada', { name: `${'\u0436'.repeat(98)}${count}`, scopes })
    for (const path of [`/o/${scene.acme}/tokens`, '/account/tokens']) {
      const { text } = await scene.ada.get(path)
      expect(text.match(/<code>svca_/g)?.length, path).toBe(15)
      expect(Buffer.byteLength(text), path).toBeLessThan(50_000)
      const next = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
      expect((await scene.ada.get(next)).text).toMatch(/<code>svca_/)
    }
  })

  it('shows one action and the command when the list is empty', async () => {
    const { text } = await scene.ada.get(`/o/${scene.acme}/tokens`)
    expect(text).toContain('This organization has no active tokens.')
    expect(text).toContain(`&quot;account&quot;:&quot;${scene.acme}&quot;`)
  })

  it('is hidden from members, non-members and personal accounts, and so is its button', async () => {
    const made = await make('bea')
    for (const [person, code] of [
      ['bea', 403],
      ['eve', 404],
    ] as const) {
      const jar = await scene.signedIn(person)
      expect((await jar.get(`/o/${scene.acme}/tokens`)).status, person).toBe(code)
      expect((await revoke(jar, scene.acme, made.id)).status, person).toBe(code)
    }
    expect((await scene.ada.get('/o/ada/tokens')).status).toBe(404)
    expect(await statusOf(scene.testApp, made.token)).toBe(200)
  })

  it('revokes no token of another account, and reveals nothing of it', async () => {
    const personal = await make('bea', { account: 'bea' })
    expect((await revoke(scene.ada, scene.acme, personal.id)).status).toBe(404)
    await (await scene.testApp.world.user('bea')).call('revoke_token', { id: personal.id })
    expect((await scene.ada.get(`/o/${scene.acme}/tokens?revoked=${personal.id}`)).text).not.toContain('is revoked')
  })
})
