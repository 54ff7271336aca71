import { describe, expect, it } from 'vitest'
import { makeAccountToken } from '../../auth/oauth/authorized.ts'
import { connect } from '../../auth/oauth/granted.ts'
import { verifies } from '../../requirements.ts'
import { signIn } from '../jar.ts'
import { ownCsrf } from '../own-csrf.ts'
import { useAda } from '../scene.ts'

interface Made {
  id: string
  token: string
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const scene = useAda()

const make = async (more: object = {}, person = scene.handle): Promise<Made> => {
  scene.testApp.world.pass(1000)
  return (await scene.testApp.world.user(person)).call('create_token', {
    name: 'ci',
    scopes: ['project:read'],
    ...more,
  })
}
const call = (token: string) =>
  fetch(`${scene.testApp.url}/api/context`, {
    headers: { authorization: `Bearer ${token}`, 'user-agent': 'curl/8 <b>' },
  })
const record = async (id: string) => {
  const found = await scene.testApp.services.store.read.tokens.get(id)
  if (found === undefined) throw new Error('no token')
  return found
}
const lastEvent = async () => {
  const user = await scene.testApp.services.store.read.users.by('handle', scene.handle)
  const { items } = await scene.testApp.services.store.read.audit.page('user', user?.id ?? '', { limit: 1 })
  return items[0]
}
/** The rows of the list, without markup. */
const rows = (html: string): string[] =>
  [...html.matchAll(/<tr><td>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row
      .replaceAll(/<span class="hint phone-only">.*?<\/span>|<td class="actions">.*/gs, '')
      .replaceAll(/<!--.*?-->/g, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

describe('the list of account tokens', () => {
  it('shows name, prefix, scopes, last use, expiration and creator of each', async () => {
    verifies('2.2.last-used-never-shown', '2.2.list-fields')
    const never = await make({ name: 'unused', scopes: ['project:read', 'voice:read'], expires_at: '2027-12-31' })
    const used = await make({ name: 'used' })
    await call(used.token)
    await expect.poll(async () => (await record(used.id)).last_used_at).not.toBeNull()
    const { text, headers } = await scene.ada.get('/account/tokens')
    const creator = 'by an agent on the server (stdio)'
    expect(rows(text)).toEqual([
      `unused ${never.token.slice(0, 9)}… ${scene.handle} project:read voice:read Never in 10 months (Dec 31, 2027) just now ${creator}`,
      `used ${used.token.slice(0, 9)}… ${scene.handle} project:read just now from 127.0.0.1 by curl/8 &lt;b> Never just now ${creator}`,
    ])
    expect(text).not.toContain('<b>')
    expect(text).not.toMatch(/svca_[0-9a-f]{5}/)
    expect(headers['cache-control']).toBe('no-store')
  })

  it('names the app or the token that created one', async () => {
    const app = await connect(scene.testApp.services, scene.handle, {
      clientName: '<i>Codex',
      scopes: ['user:write', 'user:read'],
    })
    const scopes = ['user:write'] as const
    const parent = await makeAccountToken(scene.testApp, app.token, { name: 'parent <u>', scopes })
    scene.testApp.world.pass(1000)
    await (await scene.testApp.world.bearer(parent)).call('create_token', { name: 'child', scopes })
    const [first, second] = rows((await scene.ada.get('/account/tokens')).text)
    expect(first).toContain('by the app &lt;i>Codex')
    expect(second).toContain('by the token parent &lt;u>')
  })

  it('warns a week before one expires, and marks only that one', async () => {
    await make({ name: 'later', expires_at: new Date(scene.testApp.services.now().getTime() + 8 * DAY).toISOString() })
    expect((await scene.ada.get('/account/tokens')).text).not.toContain('badge warning')
    scene.testApp.world.pass(DAY + 1000)
    const { text } = await scene.ada.get('/account/tokens')
    expect(text).toContain('A token expires within a week')
    // Once in its column, and once for phones.
    expect(text.match(/badge warning/g)).toHaveLength(2)
    scene.testApp.world.pass(7 * DAY)
    await signIn(scene.testApp, scene.ada, scene.handle)
    expect((await scene.ada.get('/account/tokens')).text).not.toContain('later')
  })

  it('has no tokens of others, and when it is empty one action and the command', async () => {
    await make({ name: 'of bea' }, 'bea')
    const { text } = await scene.ada.get('/account/tokens')
    expect(text).not.toContain('of bea')
    expect(text).toContain('You have no active token')
    expect(text.match(/href="\/account\/tokens\/new"/g)).toHaveLength(1)
    expect(text.replaceAll('&quot;', '"')).toContain(
      'Call create_token of dragoman with {"name":"ci","scopes":["project:read","voice:read"]}',
    )
  })
})

describe('the page of an account token', () => {
  it('changes name and description only', async () => {
    const { id } = await make({ expires_at: '2027-12-31' })
    const before = await record(id)
    expect((await scene.ada.get(`/account/tokens/${id}`)).text).toContain("Permissions and expiration can't change")
    const fields = { name: ' nightly ', description: 'one\r\ntwo', scopes: 'project:write', scope: 'user:write' }
    const seen = await scene.ada.post(`/account/tokens/${id}`, { ...fields, expires_at: '', expires: 'never' })
    expect(seen.path).toBe(`/account/tokens/${id}?saved=1`)
    expect(seen.text).toContain('Saved')
    expect(await record(id)).toEqual({ ...before, name: 'nightly', description: 'one\ntwo' })
    expect(await lastEvent()).toMatchObject({ action: 'update_token', surface: 'web', target: id })
  })

  it('shows what is wrong beside its field, and keeps the input', async () => {
    const { id } = await make()
    await scene.ada.get(`/account/tokens/${id}`)
    const fields = { name: 'x\u202e', description: 'kept <b>' }
    const { status, text } = await scene.ada.post(`/account/tokens/${id}`, fields)
    expect(status).toBe(400)
    expect(text).toMatch(/id="name-fault">Remove control characters/)
    expect(text).toMatch(/aria-describedby="name-fault" aria-invalid="true"/)
    expect(text).toContain('kept &lt;b>')
    expect((await record(id)).name).toBe('ci')
    expect((await scene.ada.post(`/account/tokens/${id}`, { name: '  ', description: '' })).text).toContain(
      'Enter a name.',
    )
    expect(
      (await scene.ada.post(`/account/tokens/${id}`, { name: 'x', description: 'y'.repeat(1001) })).text,
    ).toContain('You entered 1001.')
  })

  it('revokes it by a button, at once and for good', async () => {
    verifies('3.revoke-web', '3.revoke-immediate', '5.7.revocation')
    const { id, token } = await make({ name: 'to go' })
    expect((await scene.ada.get(`/account/tokens/${id}`)).text).toMatch(
      /<button type="button"[^>]* popovertarget="[^"]+">Revoke token<\/button>/,
    )
    const { path, text } = await scene.ada.post(`/account/tokens/${id}/revoke`)
    expect((await call(token)).status).toBe(401)
    expect(await lastEvent()).toMatchObject({ action: 'revoke_token', surface: 'web', target: id })
    expect(path).toBe(`/account/tokens?revoked=${id}`)
    expect(text).toContain('to go is revoked')
    expect(rows(text)).toEqual([])
  })

  it('reports a revoked token, also after a double click or a late edit, and revokes it once', async () => {
    const { id } = await make({ name: 'to go' })
    const csrf = async (path: string) => ({ csrf: await ownCsrf(scene.testApp, scene.ada, path) })
    const [page, revoke] = [`/account/tokens/${id}`, `/account/tokens/${id}/revoke`]
    await scene.ada.post(revoke, await csrf(revoke))
    const [event, ended] = [await lastEvent(), await record(id)]
    scene.testApp.world.pass(MINUTE)
    const again = await scene.ada.post(revoke, await csrf(revoke))
    const late = await scene.ada.post(page, { ...(await csrf(page)), name: 'back again', description: '' })
    for (const seen of [again, late, await scene.ada.get(page)]) {
      expect(seen).toMatchObject({ status: 200, path: `/account/tokens?revoked=${id}` })
      expect(seen.text).toContain('to go is revoked')
    }
    expect(await lastEvent()).toEqual(event)
    expect(await record(id)).toEqual(ended)
  })

  it('says that it has expired when it has', async () => {
    const { id } = await make({ expires_at: new Date(scene.testApp.services.now().getTime() + DAY).toISOString() })
    scene.testApp.world.pass(DAY)
    const { status, text } = await scene.ada.get(`/account/tokens/${id}`)
    expect(status).toBe(200)
    expect(text).toContain('This token has expired')
    expect(text).not.toContain('name="description"')
    expect(text).not.toContain('/revoke"')
  })

  it('returns the same 404 to other users as an unknown token', async () => {
    const foreign = await make({}, 'bea')
    const revoked = await make({}, 'bea')
    await (await scene.testApp.world.user('bea')).call('revoke_token', { id: revoked.id })
    const page = async (id: string) => {
      const { status, text } = await scene.ada.get(`/account/tokens/${id}`)
      return { status, text: text.replaceAll(/<code>[^<]*<\/code>|value="[^"]*"/g, '') }
    }
    const unknown = await page('nothing')
    expect(unknown.status).toBe(404)
    expect(await page(foreign.id)).toEqual(unknown)
    expect(await page(revoked.id)).toEqual(unknown)
    expect((await scene.ada.get(`/account/tokens?revoked=${revoked.id}`)).text).not.toContain('is revoked')
    for (const path of [`/account/tokens/${foreign.id}`, `/account/tokens/${foreign.id}/revoke`]) {
      const { status } = await scene.ada.post(path, {
        csrf: await ownCsrf(scene.testApp, scene.ada, path),
        name: 'mine',
        description: '',
      })
      expect(status, path).toBe(404)
    }
    expect(await record(foreign.id)).toMatchObject({ name: 'ci', revoked_at: null })
  })
})
