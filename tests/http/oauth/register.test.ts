import { describe, expect, it } from 'vitest'
import { isAbandoned } from '../../../src/auth/oauth/clients/limit.ts'
import { allTests, eachTest } from '../../harness/each-test.ts'
import { verifies } from '../../requirements.ts'
import { authorizationTables } from '../../store/authorization-samples.ts'
import { sendRaw } from '../raw.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

const CLAUDE = 'https://claude.ai/api/mcp/auth_callback'
const JSON_TYPE = { 'content-type': 'application/json' }

interface Reply {
  readonly error: string
  readonly error_description: string
  readonly client_id: string
}

const send = (deps: TestApp, body: string, headers: Record<string, string> = JSON_TYPE) =>
  sendRaw<Reply>(`${deps.url}/oauth/register`, { headers, body })
const register = (deps: TestApp, members: object = {}, headers: Record<string, string> = {}) =>
  send(deps, JSON.stringify({ redirect_uris: [CLAUDE], ...members }), { ...JSON_TYPE, ...headers })

/** Events that name this client. One that belongs to nobody's account is in no listing. */
async function eventsOf(deps: TestApp, clientId: string): Promise<readonly unknown[]> {
  const dump = await deps.services.store.dump()
  try {
    const events: unknown[] = []
    for await (const { table, records } of dump.batches()) {
      if (table === 'audit') events.push(...records.filter(record => JSON.stringify(record).includes(clientId)))
    }
    return events
  } finally {
    dump.close()
  }
}

describe('POST /oauth/register', () => {
  const deps = allTests(() => openTestApp())

  it('returns 201 with ID and secret, uncached and readable for any page', async () => {
    verifies('4.1.register', '5.2.register', '9.rfc-7591')
    const { status, headers, body } = await register(deps, {
      client_name: 'Probe',
      grant_types: ['authorization_code'],
    })
    expect(status).toBe(201)
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'access-control-allow-origin': '*',
    })
    expect(headers).not.toHaveProperty('set-cookie')
    expect(body).toMatchObject({
      client_id: expect.stringMatching(/^svcc_[0-9a-f]{48}$/),
      client_secret: expect.stringMatching(/^svcs_[0-9a-f]{48}$/),
      client_secret_expires_at: 0,
      client_name: 'Probe',
      grant_types: ['authorization_code'],
    })
  })

  it('writes that of a public client, which still gets a secret, into the audit log without it', async () => {
    verifies('5.2.register-none')
    const { body } = await register(deps, { client_name: 'Audited', token_endpoint_auth_method: 'none' })
    expect(body).toMatchObject({ token_endpoint_auth_method: 'none', client_secret: expect.stringMatching(/^svcs_/) })
    const events = await eventsOf(deps, body.client_id)
    expect(events).toMatchObject([
      {
        action: 'client_registered',
        target: body.client_id,
        detail: { name: 'Audited', redirects: 'https://claude.ai', redirect_count: 1, auth_method: 'none' },
      },
    ])
    expect(JSON.stringify(events)).not.toMatch(/svcs_/)
  })

  it('names three of many redirect URIs in the audit log', async () => {
    const uris = Array.from({ length: 20 }, (_, n) => `https://h${n}.example/cb`)
    const { body } = await register(deps, { redirect_uris: [...uris, CLAUDE].slice(1) })
    expect(await eventsOf(deps, body.client_id)).toMatchObject([
      {
        detail: { redirects: 'https://h1.example https://h2.example https://h3.example', redirect_count: 20 },
      },
    ])
  })

  it('rejects an unsupported authentication method', async () => {
    verifies('7.auth-method')
    for (const method of ['private_key_jwt', 'client_secret_jwt', 'tls_client_auth', '', 5]) {
      const { status, headers, body } = await register(deps, { token_endpoint_auth_method: method })
      expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
    }
  })

  it('rejects a redirect URI with the error code of RFC 7591, and says which', async () => {
    for (const uris of [undefined, [], ['javascript:alert(1)'], ['http://evil.example/'], ['https://h/#']]) {
      const { status, body } = await register(deps, { redirect_uris: uris })
      expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
      expect(body.error_description).toMatch(/^redirect_uris/)
    }
  })

  it.each([
    ['no JSON', '{"redirect_uris":'],
    ['an array', '[]'],
    ['a byte order mark', '\ufeff{}'],
    ['a depth of 5,000', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ])('rejects %s as metadata', async (_, body) => {
    const answer = await send(deps, body)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_client_metadata'])
  })

  it('rejects a body that is not UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"client_name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    const answer = await fetch(`${deps.url}/oauth/register`, { method: 'POST', headers: JSON_TYPE, body })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_client_metadata' }])
  })

  it.each(['application/x-www-form-urlencoded', ''])('rejects a body of type %j', async type => {
    const headers: Record<string, string> = type === '' ? {} : { 'content-type': type }
    const answer = await send(deps, JSON.stringify({ redirect_uris: [CLAUDE] }), headers)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_client_metadata'])
  })

  it('accepts 16 KiB and no byte more, in one piece or in chunks', async () => {
    const json = JSON.stringify({ redirect_uris: [CLAUDE], padding: '' })
    const padded = (size: number) => json.replace('""', `"${'x'.repeat(size - json.length)}"`)
    expect((await send(deps, padded(16 * 1024))).status).toBe(201)
    const over = await send(deps, padded(16 * 1024 + 1))
    expect([over.status, over.body.error]).toEqual([413, 'invalid_client_metadata'])
    const chunks = await sendRaw<Reply>(`${deps.url}/oauth/register`, {
      headers: JSON_TYPE,
      body: Array.from({ length: 16 }, () => 'x'.repeat(64 * 1024)),
    })
    expect([chunks.status, chunks.body.error]).toEqual([413, 'invalid_client_metadata'])
  })

  it('accepts no other method', async () => {
    const answer = await fetch(`${deps.url}/oauth/register`)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  })
})

describe('many registrations', () => {
  const deps = eachTest(() => openTestApp({ trustProxy: 1, rateLimitFactor: 1_000_000 }))

  const from = (address: string) => register(deps, {}, { 'x-forwarded-for': address })
  const fill = async (count: number, address: (n: number) => string) => {
    const ids: string[] = []
    for (let n = 0; n < count; n += 1) {
      ids.push((await from(address(n))).body.client_id)
      deps.world.pass(1)
    }
    return ids
  }
  const isThere = async (id: string | undefined) => (await deps.services.store.read.clients.get(id ?? '')) !== undefined
  const use = (id: string) =>
    deps.services.store.transaction(async tx => {
      const client = await tx.clients.get(id)
      if (client === undefined) throw new Error('no client')
      await tx.clients.put({ ...client, last_used_at: deps.services.now().toISOString() })
    })

  it('are rejected beyond 100 unused ones of one network, and other networks continue', async () => {
    await fill(100, n => `2001:db8:1:${n.toString(16)}::1`)
    const { status, headers, body } = await from('2001:db8:1:ffff::2')
    expect([status, body.error]).toEqual([429, 'too_many_requests'])
    expect(Number(headers['retry-after'])).toBe(3600)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
    expect((await from('2001:db8:2::1')).status).toBe(201)
    expect((await from('192.0.2.1')).status).toBe(201)
  })

  it('replace the oldest unused one, once it is an hour old', async () => {
    const ids = await fill(50, () => '192.0.2.1')
    deps.world.pass(1_800_000)
    await fill(50, () => '192.0.2.1')
    deps.world.pass(1_799_000)
    const early = await from('192.0.2.1')
    expect([early.status, early.headers['retry-after']]).toEqual([429, '1'])
    deps.world.pass(1_000)
    expect((await from('192.0.2.1')).status).toBe(201)
    expect([await isThere(ids[0]), await isThere(ids[1])]).toEqual([false, true])
  })

  it('never replace a used one', async () => {
    const ids = await fill(100, () => '192.0.2.1')
    await use(ids[0] ?? '')
    deps.world.pass(48 * 3_600_000)
    expect((await from('192.0.2.1')).status).toBe(201)
    expect((await from('192.0.2.1')).status).toBe(201)
    expect([await isThere(ids[0]), await isThere(ids[1])]).toEqual([true, false])
  })

  /** Unused clients, a millisecond apart, with this many in each network. */
  const insert = (networks: Readonly<Record<string, number>>) =>
    deps.services.store.transaction(async tx => {
      let made = 0
      for (const [network, count] of Object.entries(networks)) {
        for (let n = 0; n < count; n += 1) {
          made += 1
          await tx.clients.insert({
            id: `${network} ${n}`,
            kind: 'registered',
            name: 'x',
            redirect_uris: [CLAUDE],
            grant_types: ['authorization_code'],
            auth_method: 'none',
            confidential: false,
            about: {},
            network,
            created_at: new Date(deps.services.now().getTime() + made).toISOString(),
            last_used_at: null,
          })
        }
      }
    })
  const of = (prefix: string, networks: number, each: number) =>
    Object.fromEntries(Array.from({ length: networks }, (_, n) => [`${prefix}${n}`, each]))
  const unused = () => deps.services.store.read.clients.count('unused', 'registered')

  it('of many networks neither block nor replace those of a quiet one', async () => {
    await insert({ '203.0.113.1': 1, ...of('192.0.2.', 20, 50) })
    for (let n = 0; n < 2; n += 1) expect((await from('203.0.113.1')).status).toBe(201)
    const { status, body, headers } = await from('203.0.113.1')
    expect([status, body.error, Number(headers['retry-after']) > 0]).toEqual([429, 'too_many_requests', true])
    expect((await from('198.51.100.1')).status).toBe(201)
    expect((await from('2001:db8:1::1')).status).toBe(201)
    deps.world.pass(600_100)
    for (let n = 0; n < 30; n += 1) expect((await from('192.0.2.1')).status).toBe(201)
    expect(await isThere('203.0.113.1 0')).toBe(true)
    expect(await isThere('192.0.2.0 29')).toBe(false)
    expect(await unused()).toBe(1005)
  })

  it('replace the oldest of the busiest neighborhood that is ten minutes old', async () => {
    await insert({ ...of('203.0.113.', 40, 10), ...of('2001:db8:', 10, 60) })
    deps.world.pass(599_000)
    expect((await from('203.0.113.200')).status).toBe(429)
    deps.world.pass(2_000)
    expect((await from('203.0.113.200')).status).toBe(201)
    expect([await isThere('203.0.113.0 0'), await isThere('2001:db8:0 0'), await isThere('2001:db8:0 1')]).toEqual([
      true,
      false,
      true,
    ])
    expect(await unused()).toBe(1000)
  })

  it('replace none of a neighborhood with no more than their own, within its hour', async () => {
    await insert({ ...of('203.0.113.', 5, 100), ...of('192.0.2.', 5, 100) })
    deps.world.pass(601_000)
    expect((await from('192.0.2.200')).status).toBe(201)
    expect([await isThere('203.0.113.0 0'), await isThere('192.0.2.0 0')]).toEqual([true, false])
  })

  it('never replace one with an open consent page or a waiting device', async () => {
    await insert(of('192.0.2.', 10, 100))
    const { interactions, device_codes } = authorizationTables('text')
    await deps.services.store.transaction(async tx => {
      for (const one of interactions) await tx.interactions.insert({ ...one, client_id: '192.0.2.0 0' })
      for (const one of device_codes) {
        await tx.device_codes.insert({ ...one, client_id: '192.0.2.0 1', status: 'pending' })
      }
    })
    deps.world.pass(3_600_000)
    expect((await from('203.0.113.1')).status).toBe(201)
    expect((await from('192.0.2.0')).status).toBe(201)
    const there = await Promise.all([0, 1, 2, 3, 4].map(n => isThere(`192.0.2.0 ${n}`)))
    expect(there).toEqual([true, true, false, false, true])
  })

  it('are rejected at the overall limit when each has another network', async () => {
    await insert(of('network ', 5000, 1))
    const { status, headers } = await from('203.0.113.1')
    expect([status, headers['retry-after']]).toEqual([429, '601'])
    deps.world.pass(3_600_001)
    expect((await from('203.0.113.1')).status).toBe(201)
  })

  it('are deleted after 48 hours when unused, and never when used', async () => {
    const { body } = await from('192.0.2.1')
    const client = await deps.services.store.read.clients.get(body.client_id)
    if (client === undefined) throw new Error('no client')
    const after = (ms: number) => new Date(Date.parse(client.created_at) + ms)
    expect(isAbandoned(client, after(48 * 3_600_000 - 1))).toBe(false)
    expect(isAbandoned(client, after(48 * 3_600_000))).toBe(true)
    expect(isAbandoned({ ...client, last_used_at: client.created_at }, after(1e12))).toBe(false)
  })
})
