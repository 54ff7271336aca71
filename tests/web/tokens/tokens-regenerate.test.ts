import { describe, expect, it } from 'vitest'
import { canRegenerate, renewExpiration } from '../../../src/web/tokens/own-token.ts'
import { makeAccountToken, statusOf } from '../../auth/oauth/authorized.ts'
import { connect } from '../../auth/oauth/granted.ts'
import type { Seen } from '../jar.ts'
import { ownCsrf } from '../own-csrf.ts'
import { useAda } from '../scene.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NEW = '/account/tokens/new'
const scene = useAda()

const regeneratePath = (id: string): string => `/account/tokens/${id}/regenerate`
const valueIn = ({ text }: Seen): string => /<textarea id="token"[^>]*>(svca_[0-9a-f]{48})</.exec(text)?.[1] ?? ''
const status = (token: string) => statusOf(scene.testApp, token)
const tokens = async () => {
  const user = await scene.testApp.services.store.read.users.by('handle', scene.handle)
  return scene.testApp.services.store.read.tokens.list('active', user?.id ?? '')
}
/** Creates a token on its page. */
async function create(more: object = {}): Promise<{ id: string; value: string }> {
  await scene.ada.get(NEW)
  const fields = { name: 'nightly', description: 'one', scope: ['project:read', 'voice:read'], expires: '30', date: '' }
  const seen = await scene.ada.post(NEW, { ...fields, ...more, step: 'create' })
  const made = seen.text.includes('Create this token?') ? await scene.ada.post(NEW, { step: 'confirm' }) : seen
  const [token] = await tokens()
  return { id: token?.id ?? '', value: valueIn(made) }
}

describe('regenerating a token', () => {
  it('asks first, then gives a new value with the same name, scopes and account, and ends the old one', async () => {
    const old = await create()
    for (const page of ['/account/tokens', `/account/tokens/${old.id}`]) {
      expect((await scene.ada.get(page)).text).toContain(`href="${regeneratePath(old.id)}"`)
    }
    const [before] = await tokens()
    const asked = await scene.ada.get(regeneratePath(old.id))
    expect(asked.text).toContain('The old value')
    expect(await status(old.value)).toBe(200)
    const seen = await scene.ada.post(regeneratePath(old.id))
    const value = valueIn(seen)
    expect(seen.text).toContain('<h1>Token regenerated</h1>')
    expect(seen.text).toContain('The old value no longer works.')
    expect(seen.headers['cache-control']).toBe('no-store')
    expect(seen.text).toContain("Copy the token now. It won't be shown again.")
    expect(value).not.toBe(old.value)
    expect([await status(old.value), await status(value)]).toEqual([401, 200])
    const { name, description, scopes, account_id, expires_at, created_by } = before ?? {}
    expect(await tokens()).toMatchObject([{ name, description, scopes, account_id, expires_at, created_by }])
    expect((await tokens())[0]?.id).not.toBe(old.id)
  })

  it('creates the same two events as creating and revoking', async () => {
    const { id } = await create()
    await scene.ada.sendForm(regeneratePath(id))
    const [current] = await tokens()
    const user = await scene.testApp.services.store.read.users.by('handle', scene.handle)
    const { items } = await scene.testApp.services.store.read.audit.page('user', user?.id ?? '', { limit: 2 })
    expect(items).toMatchObject([
      { action: 'revoke_token', surface: 'web', target: id },
      { action: 'create_token', surface: 'web', target: current?.id },
    ])
  })

  it('keeps the lifetime of the old one, starting now', async () => {
    const { id } = await create({ expires: '7' })
    scene.testApp.world.pass(3 * DAY)
    await scene.ada.sendForm(regeneratePath(id))
    const day = new Date(scene.testApp.services.now().getTime() + 7 * DAY).toISOString().slice(0, 10)
    expect((await tokens())[0]?.expires_at).toBe(`${day}T23:59:59.999Z`)
  })

  it('happens once, however often its form is sent', async () => {
    const { id } = await create()
    await scene.ada.get(regeneratePath(id))
    const again = scene.ada.hidden(regeneratePath(id))
    const seen = await Promise.all(Array.from({ length: 4 }, () => scene.ada.post(regeneratePath(id), again)))
    const late = await scene.ada.post(regeneratePath(id), again)
    expect([...seen, late].filter(one => valueIn(one) !== '')).toHaveLength(1)
    expect(late.text).toContain("This token was already created, and its value can't be shown again.")
    const [current, ...others] = await tokens()
    expect(others).toEqual([])
    expect(late.text).toContain(`href="${regeneratePath(current?.id ?? '')}"`)
  })

  it('asks again when its form has no key, and does nothing to a revoked token', async () => {
    const { id } = await create()
    const csrf = await ownCsrf(scene.testApp, scene.ada, regeneratePath(id))
    expect((await scene.ada.post(regeneratePath(id), { csrf })).text).toContain('New expiration')
    expect(await tokens()).toMatchObject([{ id }])
    await scene.ada.get(`/account/tokens/${id}`)
    await scene.ada.post(`/account/tokens/${id}/revoke`)
    for (const seen of [
      await scene.ada.get(regeneratePath(id)),
      await scene.ada.post(regeneratePath(id), { csrf, once: 'x' }),
    ]) {
      expect(seen.path).toBe(`/account/tokens?revoked=${id}`)
    }
    expect(await tokens()).toEqual([])
  })

  it('needs a recent sign-in for scopes that manage or delete, as creating does', async () => {
    const { id } = await create({ scope: ['project:delete'] })
    await scene.ada.get(regeneratePath(id))
    scene.testApp.world.pass(10 * MINUTE)
    const sent = await scene.ada.post(regeneratePath(id), {}, { follow: false })
    expect(sent.location).toBe(`/login?${new URLSearchParams({ again: '1', next: regeneratePath(id), action: '1' })}`)
    expect((await scene.ada.get(sent.location ?? '')).text).toContain('This action needs a sign-in within the last 10')
    expect((await scene.ada.get(regeneratePath(id), { follow: false })).location).toBe(sent.location)
    expect(await tokens()).toMatchObject([{ id }])
  })

  it('works for an expired token', async () => {
    const { id } = await create({ expires: '7' })
    scene.testApp.world.pass(9 * DAY)
    expect((await scene.ada.get(`/account/tokens/${id}`)).text).toContain('Regenerate it to get a new value.')
    expect(await status(valueIn(await scene.ada.sendForm(regeneratePath(id))))).toBe(200)
  })

  it('rejects a token that an app created, which would outlive the access of the app', async () => {
    const app = await connect(scene.testApp.services, scene.handle, { scopes: ['user:write', 'user:read'] })
    await makeAccountToken(scene.testApp, app.token, { scopes: ['user:read'] })
    const id = (await tokens())[0]?.id ?? ''
    for (const page of ['/account/tokens', `/account/tokens/${id}`]) {
      expect((await scene.ada.get(page)).text).not.toContain(regeneratePath(id))
    }
    const csrf = await ownCsrf(scene.testApp, scene.ada, regeneratePath(id))
    await scene.ada.get(NEW)
    const { once = [] } = scene.ada.hidden(NEW)
    expect((await scene.ada.get(regeneratePath(id))).status).toBe(403)
    expect((await scene.ada.post(regeneratePath(id), { csrf, once })).status).toBe(403)
    expect(await tokens()).toMatchObject([{ id }])
  })

  it('is a 404 for a token of another user', async () => {
    const { id } = await (await scene.testApp.world.user('eve')).call<{ id: string }>('create_token', {
      name: 'theirs',
      scopes: ['project:read'],
    })
    const csrf = await ownCsrf(scene.testApp, scene.ada, regeneratePath(id))
    expect((await scene.ada.get(regeneratePath(id))).status).toBe(404)
    expect((await scene.ada.post(regeneratePath(id), { csrf, once: 'x' })).status).toBe(404)
    expect((await scene.testApp.services.store.read.tokens.get(id))?.revoked_at).toBeNull()
  })
})

describe('the expiration of a regenerated token', () => {
  const now = new Date('2027-03-10T12:00:00.000Z')
  const created_at = '2027-01-01T09:00:00.000Z'

  it.each([
    [null, ''],
    ['2027-01-31T23:59:59.999Z', '2027-04-09'],
    ['2027-01-01T10:00:00.000Z', '2027-03-10T13:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31'],
    ['9999-12-30T10:00:00.000Z', '9999-12-31'],
  ])('that ended %s is %j', (expires_at, renewed) => {
    expect(renewExpiration({ created_at, expires_at }, now)).toBe(renewed)
  })

  it('is kept only for tokens that users created themselves', () => {
    const created = ['session:1', 'stdio', 'control', 'grant:1', 'token:1']
    expect(created.filter(created_by => canRegenerate({ created_by }))).toEqual(['session:1', 'stdio', 'control'])
  })
})
