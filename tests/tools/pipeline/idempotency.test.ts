import { describe, expect, it, vi } from 'vitest'
import { Pacer } from '../../../src/scheduling/pacer.ts'
import { toIdempotencyRequest } from '../../../src/tools/pipeline/idempotency.ts'
import { TOOLS } from '../../../src/tools/registry.ts'
import { eachTest } from '../../harness/each-test.ts'
import { openTestApp } from '../../http/test-app.ts'
import { hash } from '../../store/contract/samples.ts'
import type { Packet } from '../loop.ts'
import { refused } from '../world.ts'

const MIB = 1024 * 1024
const DAY = 24 * 60 * 60 * 1000
const KEY = { idempotency_key: 'k1' }

const testApp = eachTest(openTestApp)
const ada = eachTest(() => testApp.world.user('ada'))

/** An object with another value of one property. */
function replaced<T extends object, N extends keyof T>(object: T, name: N, value: T[N]): T {
  return new Proxy(object, {
    get: (target, asked) => {
      const found: unknown = asked === name ? value : Reflect.get(target, asked)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
}

const project = (name = 'ada/app') => ({ project: name, source_locale: 'en', target_locales: ['de'] })
const counts = async () => (await testApp.world.services.store.status()).counts

describe('a call that is repeated under its idempotency key', () => {
  it('returns the first answer, and writes nothing twice', async () => {
    await ada.call('create_project', project())
    const push = { project: 'ada/app', files: [{ path: 'locales/en.json', content: '{"a":"A"}' }] }
    await ada.call('push_source', push)
    const { items } = await ada.call<Packet>('get_work', { project: 'ada/app', locale: 'de' })
    const submission = {
      project: 'ada/app',
      locale: 'de',
      items: items.map(({ id, src }) => ({ id, src, text: 'A de' })),
      ...KEY,
    }
    const first = await ada.call('submit_translations', submission)
    expect(first).toMatchObject({ accepted: 1 })
    const before = await counts()
    testApp.world.pass(DAY - 1)
    expect(await ada.call('submit_translations', submission)).toEqual(first)
    expect(await counts()).toEqual(before)
    const { idempotency_key: _, ...without } = submission
    expect(await ada.call('submit_translations', without)).toMatchObject({ accepted: 0, unchanged: 1 })
  })

  it.each([1, 3])('returns the answer of another process that commits meanwhile, hidden from %d looks', async looks => {
    await ada.call('create_project', project())
    await ada.call('push_source', { project: 'ada/app', files: [{ path: 'locales/en.json', content: '{"a":"A"}' }] })
    const wanted = { project: 'ada/app', locale: 'de' }
    const { items } = await ada.call<Packet>('get_work', wanted)
    const change = { ...wanted, items: items.map(({ id, src }) => ({ id, src, text: 'A de' })), ...KEY }
    const first = await ada.call('submit_translations', change)
    const before = await counts()
    const { store } = testApp.world.services
    const original = store.transaction.bind(store)
    let hidden = looks
    vi.spyOn(store, 'transaction').mockImplementation((work, options) =>
      original(tx => {
        const by: typeof tx.replays.by = async (unique, key) => {
          hidden -= 1
          return hidden < 0 ? tx.replays.by(unique, key) : undefined
        }
        return work(replaced(tx, 'replays', replaced(tx.replays, 'by', by)))
      }, options),
    )
    expect(await ada.call('submit_translations', change)).toEqual(first)
    expect(hidden).toBeLessThan(0)
    expect(await counts()).toEqual(before)
  })

  it('differs from one with other boundaries of long texts', async () => {
    const asked = async (first: number) => {
      const text = 'x'.repeat(900_000)
      const files = [text.slice(0, first), text.slice(first)]
      return (await toIdempotencyRequest({ ...KEY, files }, new Pacer()))?.arguments
    }
    expect(await asked(400_000)).toBe(await asked(400_000))
    expect(await asked(400_000)).not.toBe(await asked(400_001))
  })

  it('differs by each character of a long file', async () => {
    await ada.call('create_project', project())
    const push = (content: string, path = 'locales/en.json') =>
      ada.call('push_source', { project: 'ada/app', files: [{ path, content }], ...KEY })
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`k${n}`, 'y'.repeat(20_000)])))
    const first = await push(many)
    expect(await push(many)).toEqual(first)
    const other = `${many.slice(0, -3)}z"}`
    expect((await refused(push(other))).code).toBe('idempotency_mismatch')
    expect((await refused(push(many, 'locales/en2.json'))).code).toBe('idempotency_mismatch')
  })

  it('returns the batch and where to look when the first answer exceeds 64 kB', async () => {
    await ada.call('create_project', project())
    const places = Array.from({ length: 12 }, (_, at) => `{place_number_${at}}`).join(' ')
    const texts = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, `Text ${at} ${places}`]))
    const files = [{ path: 'locales/en.json', content: JSON.stringify(texts) }]
    await ada.call('push_source', { project: 'ada/app', files })
    const { items } = await ada.call<Packet>('get_work', { project: 'ada/app', locale: 'de', limit: 100 })
    // All but the first lack placeholders of their sources.
    const sent = items.map(({ id, src }, at) => ({ id, src, text: at === 0 ? `Text ${places}` : 'Text' }))
    const submission = { project: 'ada/app', locale: 'de', items: sent, ...KEY }
    const first = await ada.call<{ batch: string }>('submit_translations', submission)
    expect(JSON.stringify(first).length).toBeGreaterThan(64_000)
    const before = await counts()
    expect(await ada.call('submit_translations', submission)).toEqual({
      replayed: true,
      batch: first.batch,
      next: expect.stringContaining(`list_changes with batch "${first.batch}"`),
    })
    expect(await counts()).toEqual(before)
  })

  it('does not fail when the first call left nothing to do', async () => {
    const first = await ada.call('create_project', { ...project(), ...KEY })
    expect(await ada.call('create_project', { ...project(), ...KEY })).toEqual(first)
    expect((await refused(ada.call('create_project', project()))).code).toBe('already_exists')
  })

  it('returns the result after the uploads that the first answer requested', async () => {
    await ada.call('create_project', project())
    const content = JSON.stringify({ a: 'A' })
    const push = { project: 'ada/app', files: [{ path: 'locales/en.json' }], ...KEY }
    const { uploads } = await ada.call<{ uploads: { put: string }[] }>('push_source', push)
    const address = new URL(uploads[0]?.put ?? '')
    expect((await fetch(`${testApp.url}${address.pathname}`, { method: 'PUT', body: content })).status).toBe(201)
    const done = await ada.call('push_source', push)
    expect(done).toMatchObject({ added: 1 })
    expect(await ada.call('push_source', push)).toEqual(done)
  })

  it('is rejected with other arguments', async () => {
    await ada.call('create_project', { ...project(), ...KEY })
    const before = await counts()
    const fault = await refused(ada.call('create_project', { ...project(), name: 'Other', ...KEY }))
    expect([fault.code, fault.fix]).toEqual(['idempotency_mismatch', 'Repeat that call exactly, or give a new key.'])
    expect(await counts()).toEqual(before)
  })

  it('is a new call after 24 hours', async () => {
    await ada.call('create_project', { ...project(), ...KEY })
    testApp.world.pass(DAY)
    expect((await refused(ada.call('create_project', { ...project(), ...KEY }))).code).toBe('already_exists')
    expect(await ada.call('create_project', { ...project('ada/two'), ...KEY })).toMatchObject({ project: 'ada/two' })
  })

  it('is a new call once 4 MiB of later answers of the same user are stored', async () => {
    const { store, now } = testApp.world.services
    const bob = await testApp.world.user('bob')
    const human = await testApp.world.human('ada')
    for (const by of [ada, bob]) await by.call('create_project', project(`${by.principal.user.handle}/app`))
    const rename = (by: typeof ada, name: string, more: object) =>
      by.call('update_project', { project: `${by.principal.user.handle}/app`, name, ...more })
    const nameAfterRepeat = async (by: typeof ada) => {
      await rename(by, 'Later', {})
      expect(await rename(by, 'First', KEY)).toMatchObject({ name: 'First' })
      const { name } = await by.call<{ name: string }>('get_project', { project: `${by.principal.user.handle}/app` })
      return name
    }
    for (const by of [ada, bob, human]) await rename(by, 'First', KEY)
    testApp.world.pass(1)
    const expires_at = new Date(now().getTime() + DAY).toISOString()
    const holder = `${ada.principal.user.id}:program`
    const later = (at: number) => ({ id: `r${at}`, call: hash(`${at}`), arguments: hash(''), holder, expires_at })
    await store.transaction(async tx => {
      for (let at = 10; at < 75; at++) await tx.replays.insert({ ...later(at), answer: 'x'.repeat(64_000) })
    })
    const kept = () => store.read.replays.sum('holder', holder, 'bytes')
    expect(await kept()).toBeGreaterThan(4 * MIB)
    for (const by of [ada, bob, human]) expect(await nameAfterRepeat(by)).toBe('Later')
    testApp.world.pass(1)
    await rename(ada, 'Last', { idempotency_key: 'k2' })
    expect(await kept()).toBeLessThanOrEqual(3 * MIB)
    expect(await kept()).toBeGreaterThan(3 * MIB - 65_000)
    expect((await store.read.replays.list('holder', holder)).at(-2)).toMatchObject({ id: 'r74' })
    expect(await nameAfterRepeat(ada)).toBe('First')
    for (const by of [bob, human]) expect(await nameAfterRepeat(by)).toBe('Later')
    expect(await rename(ada, 'Last', { idempotency_key: 'k2' })).toMatchObject({ name: 'Last' })
  })

  it('is separate for each credential, project and tool', async () => {
    await ada.call('create_project', project())
    await ada.call('create_project', project('ada/two'))
    const rename = (name: string, by = ada, on = 'ada/app') => by.call('update_project', { project: on, name, ...KEY })
    await rename('One')
    const { token } = await testApp.token('ada', ['project:read', 'project:write'])
    expect(await rename('Two', await testApp.world.bearer(token))).toMatchObject({ name: 'Two' })
    expect(await rename('Three', await testApp.world.human('ada'))).toMatchObject({ name: 'Three' })
    expect(await rename('Four', ada, 'ada/two')).toMatchObject({ name: 'Four' })
    const policy = { project: 'ada/app', review: 'required', ...KEY }
    expect(await ada.call('update_project_policy', policy)).toMatchObject({ settings: { review: 'required' } })
    expect(await rename('One')).toMatchObject({ name: 'One' })
    expect(await ada.call('get_project', { project: 'ada/app' })).toMatchObject({ name: 'Three' })
  })

  it('runs once also when both arrive at the same time', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => ada.call('create_project', { ...project(), ...KEY })))
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(await counts()).toMatchObject({ projects: 1, replays: 1 })
  })

  it('is authorized again, so that lost permissions reject it', async () => {
    await testApp.world.organization('acme', { eve: 'admin', bob: 'member' })
    const bob = await testApp.world.user('bob')
    const call = { ...project('acme/app'), ...KEY }
    await bob.call('create_project', call)
    const narrow = await testApp.world.user('bob', ['project:read'])
    expect((await refused(narrow.call('create_project', call))).code).toBe('insufficient_scope')
    await testApp.world.setAccount('acme', { has_access: false })
    expect((await refused(bob.call('create_project', call))).code).toBe('no_access')
    await testApp.world.setAccount('acme', { has_access: true })
    expect(await bob.call('create_project', call)).toMatchObject({ project: 'acme/app' })
    await testApp.world.services.store.transaction(async tx => {
      const account = await tx.accounts.by('handle', 'acme')
      for (const member of await tx.memberships.list('account', account?.id ?? '')) {
        if (member.user_id === bob.principal.user.id) await tx.memberships.remove(member.id)
      }
    })
    expect((await refused(bob.call('create_project', call))).code).toBe('not_found')
  })

  it('is not answered to a revoked token', async () => {
    const { id, token } = await testApp.token('ada', ['project:read', 'project:write'])
    const bearer = await testApp.world.bearer(token)
    await bearer.call('create_project', { ...project(), ...KEY })
    await ada.call('revoke_token', { id })
    expect((await refused(bearer.call('create_project', { ...project(), ...KEY }))).code).toBe('invalid_token')
  })

  it('does not include dry runs and rejected calls', async () => {
    await ada.call('create_project', project())
    const dry = { project: 'ada/app', add_locales: ['fr'], dry_run: true, ...KEY }
    expect(await ada.call('update_project', dry)).toMatchObject({ dry_run: true })
    expect(
      (await refused(ada.call('update_project', { project: 'ada/app', add_locales: ['english'], ...KEY }))).code,
    ).toBe('invalid_input')
    expect(await counts()).toMatchObject({ replays: 0 })
    const real = await ada.call('update_project', { project: 'ada/app', add_locales: ['fr'], ...KEY })
    expect(real).toMatchObject({ target_locales: ['de', 'fr'] })
  })

  it('stores its answer in the transaction of its write', async () => {
    await ada.call('create_project', project())
    const before = await counts()
    const fault = await refused(ada.call('create_project', { ...project(), ...KEY }))
    expect(fault.code).toBe('already_exists')
    expect(await counts()).toEqual(before)
  })
})

describe('an idempotency key', () => {
  it('is accepted by every tool that writes, except where the answer contains a secret', () => {
    const without = TOOLS.filter(({ hints, input }) => !hints.readOnly && !('idempotency_key' in input.shape))
    expect(without.map(({ name }) => name)).toEqual(['create_token', 'save_webhook', 'invite_member'])
    expect(TOOLS.filter(({ hints, input }) => hints.readOnly && 'idempotency_key' in input.shape)).toEqual([])
  })

  it('is rejected where the answer contains a secret, so that no token is stored', async () => {
    const args = { name: 'ci', scopes: ['project:read'], ...KEY }
    expect((await refused(ada.call('create_token', args))).message).toContain('Unknown argument idempotency_key')
    expect(await counts()).toMatchObject({ tokens: 0, replays: 0 })
  })

  it('has at most 200 characters, and counts as absent if it is blank', async () => {
    const fault = await refused(ada.call('create_project', { ...project(), idempotency_key: 'x'.repeat(201) }))
    expect([fault.code, fault.message.startsWith('idempotency_key is')]).toEqual(['invalid_input', true])
    const args = { ...project(), idempotency_key: '' }
    await ada.call('create_project', args)
    expect(await refused(ada.call('create_project', args))).toMatchObject({ code: 'already_exists' })
    expect(await counts()).toMatchObject({ replays: 0 })
  })

  it('is a header in HTTP', async () => {
    const { token } = await testApp.token('ada', ['project:read', 'project:write'])
    const post = async (key: string, body: object) => {
      const response = await fetch(`${testApp.url}/api/projects`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
    const first = await post('h', project())
    expect(first).toMatchObject({ status: 201, body: { project: 'ada/app' } })
    expect(await post('h', project())).toEqual(first)
    expect(await post('h', { ...project(), name: 'Other' })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_mismatch' },
    })
    expect(await post('i', project())).toMatchObject({ status: 409, body: { code: 'already_exists' } })
    expect(await post('h', { ...project(), idempotency_key: 'h' })).toEqual(first)
    const fault = { code: 'invalid_input', detail: expect.stringContaining('differ'), fix: 'Send one of them.' }
    expect(await post('h', { ...project(), idempotency_key: 'other' })).toMatchObject({ status: 400, body: fault })
    // In MCP it is an argument with the same effect.
    const bearer = await testApp.world.bearer(token)
    expect(await bearer.call('create_project', { ...project(), idempotency_key: 'h' })).toEqual(first.body)
  })
})
