import { beforeEach, describe, expect, it } from 'vitest'
import { findClient } from '../../../src/auth/oauth/clients/find.ts'
import type { Fetched } from '../../../src/auth/oauth/clients/lookup.ts'
import { MAX_FETCHES_PER_MINUTE, rateLimitFetch } from '../../../src/auth/oauth/clients/rate-limit-fetch.ts'
import { matchesRedirect } from '../../../src/auth/oauth/clients/redirect-uris.ts'
import { getClientDigest } from '../../../src/auth/oauth/grants/lifecycle.ts'
import type { AuthSettings } from '../../../src/auth/settings.ts'
import { eachTest } from '../../harness/each-test.ts'
import { openWorld } from '../../tools/world.ts'

const URL_OF = 'https://app.example/client.json'
const CLAUDE_CODE = 'https://claude.ai/oauth/claude-code-client-metadata'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const documentOf = (url: string, members: object = {}) => ({
  client_id: url,
  client_name: 'App',
  redirect_uris: ['https://app.example/cb'],
  ...members,
})

/** A fake internet: the document at each URL, and the URLs that were fetched. */
const world = eachTest(() => openWorld())
let sites: Map<string, { body?: string; cacheControl?: string; why?: string }>
let reads: string[]
let find: (url: string, address?: string, isReturning?: boolean) => ReturnType<typeof findClient>
let publish: (url: string, members?: object, cacheControl?: string) => void

function connect(clientDocuments: AuthSettings['clientDocuments']): void {
  const fetch = async (url: string): Promise<Fetched> => {
    reads.push(url)
    await new Promise(setImmediate)
    const { body, cacheControl, why } = sites.get(url) ?? { why: 'status' }
    return body === undefined
      ? { fault: { why: why ?? '', detail: 'secret.internal is at 10.0.0.7' } }
      : { text: body, cacheControl }
  }
  const services = {
    ...world.services,
    auth: { clientDocuments },
    fetchDocument: rateLimitFetch(fetch, { shared: world.services.store.shared, now: world.services.now }),
  }
  find = (url, address = '192.0.2.1', isReturning = false) => findClient(url, { services, address, isReturning })
}

beforeEach(async () => {
  sites = new Map()
  reads = []
  publish = (url, members = {}, cacheControl) =>
    sites.set(url, {
      body: JSON.stringify(documentOf(url, members)),
      ...(cacheControl !== undefined && { cacheControl }),
    })
  connect('on')
})

async function found(url: string, address?: string) {
  const lookup = await find(url, address)
  if ('fault' in lookup) throw new Error(JSON.stringify(lookup.fault))
  return lookup.client
}

const use = (url: string) =>
  world.services.store.transaction(async tx => {
    const client = await tx.clients.get(url)
    if (client !== undefined) await tx.clients.put({ ...client, last_used_at: world.services.now().toISOString() })
  })

const stored = (url: string) => world.services.store.read.clients.get(url)

describe('a client with a metadata document', () => {
  it('is fetched once, stored, and fetched again when it is no longer fresh', async () => {
    publish(URL_OF, {}, 'public, max-age=600')
    const client = await found(URL_OF)
    expect(client).toMatchObject({
      kind: 'document',
      last_used_at: null,
      fetched_at: '2027-03-01T12:00:00.000Z',
      fresh_until: '2027-03-01T12:10:00.000Z',
    })
    expect(await stored(URL_OF)).toEqual(client)
    world.pass(10 * MINUTE - 1)
    await found(URL_OF)
    expect(reads).toEqual([URL_OF])
    world.pass(1)
    expect(await found(URL_OF)).toMatchObject({
      created_at: '2027-03-01T12:00:00.000Z',
      fetched_at: '2027-03-01T12:10:00.000Z',
    })
    expect(reads).toEqual([URL_OF, URL_OF])
  })

  it.each([
    ['max-age=1', 5 * MINUTE],
    ['max-age=0, must-revalidate', 5 * MINUTE],
    ['no-store', 5 * MINUTE],
    ['no-cache, max-age=86400', 5 * MINUTE],
    ['public,max-age=3600', HOUR],
    ['max-age="7200"', 2 * HOUR],
    ['s-maxage=9, max-age=99999999', DAY],
    ['s-maxage=9', HOUR],
    [undefined, HOUR],
  ])('is fresh as long as %s says, within 5 minutes and a day', async (cacheControl, ms) => {
    publish(URL_OF, {}, cacheControl)
    const { fetched_at = '', fresh_until = '' } = await found(URL_OF)
    expect(Date.parse(fresh_until) - Date.parse(fetched_at)).toBe(ms)
  })

  it('follows changes of its document, which end the remembered consent', async () => {
    publish(URL_OF)
    const before = await found(URL_OF)
    const used = { ...before, last_used_at: '2027-03-01T12:00:00.000Z' }
    await world.services.store.transaction(tx => tx.clients.put(used))
    world.pass(HOUR)
    publish(URL_OF, { redirect_uris: ['https://app.example/new'], client_name: 'App 2' })
    const after = await found(URL_OF)
    expect(after).toMatchObject({
      name: 'App 2',
      redirect_uris: ['https://app.example/new'],
      last_used_at: used.last_used_at,
    })
    expect(getClientDigest(after)).not.toBe(getClientDigest(before))
  })

  it('is not fetched when its ID is not a valid address', async () => {
    for (const url of ['http://app.example/client.json', 'https://u:p@app.example/c', 'https://app.example/a/../c']) {
      publish(url)
      expect(await find(url)).toMatchObject({ fault: { why: 'address' } })
    }
    expect(reads).toEqual([])
  })

  it('is unknown when its document cannot be read, and the error reveals nothing about the network', async () => {
    const lookup = await find(URL_OF)
    expect(lookup).toMatchObject({ fault: { why: 'unreachable' } })
    expect(JSON.stringify(lookup)).not.toMatch(/internal|10\.0\.0\.7/)
    expect(await stored(URL_OF)).toBeUndefined()
    publish(URL_OF)
    expect((await found(URL_OF)).name).toBe('App')
  })

  it('is unknown and not stored when its document is invalid', async () => {
    publish(URL_OF, { client_secret: 'x' })
    expect(await find(URL_OF)).toEqual({
      fault: { why: 'document', problem: 'The client metadata document at client_id has a client secret.' },
    })
    expect(await stored(URL_OF)).toBeUndefined()
  })

  it('is served from the last good read for at most a day while its site fails', async () => {
    publish(URL_OF, {}, 'max-age=600')
    await found(URL_OF)
    sites.clear()
    world.pass(HOUR)
    expect((await found(URL_OF)).fetched_at).toBe('2027-03-01T12:00:00.000Z')
    expect(reads).toHaveLength(2)
    world.pass(4 * MINUTE)
    await found(URL_OF)
    expect(reads).toHaveLength(2)
    world.pass(DAY - HOUR - 4 * MINUTE - 1)
    expect((await found(URL_OF)).name).toBe('App')
    world.pass(1)
    expect(await find(URL_OF)).toMatchObject({ fault: { why: 'unreachable' } })
  })

  it('is served from the last good read for at most a day while its document is invalid', async () => {
    publish(URL_OF)
    await found(URL_OF)
    world.pass(HOUR)
    sites.set(URL_OF, { body: '<html>' })
    expect((await found(URL_OF)).name).toBe('App')
    world.pass(DAY)
    expect(await find(URL_OF)).toMatchObject({ fault: { why: 'document' } })
  })

  it('keeps its existing grants while its site fails, if it was used before', async () => {
    publish(URL_OF)
    const { fetched_at, ...client } = await found(URL_OF)
    await use(URL_OF)
    sites.clear()
    world.pass(7 * DAY)
    const again = () => find(URL_OF, '192.0.2.1', true)
    expect(await again()).toMatchObject({ client: { name: client.name, fetched_at } })
    expect(await find(URL_OF)).toMatchObject({ fault: { why: 'unreachable' } })
    expect(reads).toHaveLength(2)
    world.pass(5 * MINUTE)
    const both = await Promise.all([find(URL_OF), again()])
    expect(both).toMatchObject([{ fault: { why: 'unreachable' } }, { client: { fetched_at } }])
    expect(reads).toHaveLength(3)
    publish(URL_OF)
    world.pass(5 * MINUTE)
    expect(await again()).toMatchObject({ client: { fetched_at: world.services.now().toISOString() } })
    expect(await find(URL_OF)).toHaveProperty('client')
  })

  it('is served for at most a day while its site fails, if it was never used', async () => {
    publish(URL_OF)
    await found(URL_OF)
    sites.clear()
    world.pass(DAY)
    expect(await find(URL_OF, '192.0.2.1', true)).toMatchObject({ fault: { why: 'unreachable' } })
  })

  it('is unknown after a day with an invalid document, although it was used', async () => {
    publish(URL_OF)
    await found(URL_OF)
    await use(URL_OF)
    world.pass(DAY)
    publish(URL_OF, { client_secret: 'x' })
    expect(await find(URL_OF, '192.0.2.1', true)).toMatchObject({ fault: { why: 'document' } })
  })

  it('is known as Copilot CLI on any port of 127.0.0.1 where its site cannot be read', async () => {
    const copilot = await found('https://github.com/copilot/cli/client-metadata.json')
    expect(copilot).toMatchObject({ name: 'GitHub Copilot CLI', auth_method: 'none', confidential: false })
    const takes = (uri: string) => copilot.redirect_uris.some(registered => matchesRedirect(registered, uri))
    expect(['http://127.0.0.1:60005/', 'http://127.0.0.1:33259/callback'].map(takes)).toEqual([true, true])
    expect(['http://localhost:60005/', 'http://127.0.0.1:60005/x', 'https://github.com/'].map(takes)).toEqual([
      false,
      false,
      false,
    ])
  })

  it('that is built in works although its site rejects servers', async () => {
    expect(await found(CLAUDE_CODE)).toMatchObject({
      name: 'Claude Code',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
    })
    expect(reads).toEqual([CLAUDE_CODE])
    await found(CLAUDE_CODE)
    expect(reads).toHaveLength(1)
    world.pass(HOUR)
    publish(CLAUDE_CODE, { client_name: 'Claude Code 2' })
    expect((await found(CLAUDE_CODE)).name).toBe('Claude Code 2')
  })
})

describe('DRAGOMAN_CLIENT_DOCUMENTS', () => {
  it('"known" accepts the built-in documents only, and fetches nothing', async () => {
    publish(URL_OF)
    publish(CLAUDE_CODE, { client_name: 'From the network' })
    await found(URL_OF)
    await found(CLAUDE_CODE)
    connect('known')
    reads = []
    expect(await find(URL_OF)).toEqual({ fault: { why: 'not_taken', setting: 'known' } })
    expect((await found(CLAUDE_CODE)).name).toBe('Claude Code')
    world.pass(2 * DAY)
    expect((await found(CLAUDE_CODE)).name).toBe('Claude Code')
    expect(reads).toEqual([])
  })

  it('"off" accepts no document, not even one that was read before', async () => {
    publish(URL_OF)
    await found(URL_OF)
    connect('off')
    expect(await find(URL_OF)).toEqual({ fault: { why: 'not_taken', setting: 'off' } })
    expect(await find(CLAUDE_CODE)).toEqual({ fault: { why: 'not_taken', setting: 'off' } })
    expect(reads).toEqual([URL_OF])
  })

  it.each(['known', 'off'] as const)('"%s" keeps the grants of used clients', async setting => {
    publish(URL_OF)
    publish(`${URL_OF}?unused`)
    const client = await found(URL_OF)
    await found(`${URL_OF}?unused`)
    await use(URL_OF)
    connect(setting)
    world.pass(30 * DAY)
    const again = (url: string) => find(url, '192.0.2.1', true)
    expect(await again(URL_OF)).toMatchObject({ client: { name: 'App', fetched_at: client.fetched_at } })
    expect(await find(URL_OF)).toEqual({ fault: { why: 'not_taken', setting } })
    for (const url of [`${URL_OF}?unused`, `${URL_OF}?never-read`]) {
      expect(await again(url)).toEqual({ fault: { why: 'not_taken', setting } })
    }
    expect(reads).toHaveLength(2)
  })
})

describe('fetches of client documents', () => {
  it('are shared by requests that join later', async () => {
    publish(URL_OF)
    let writes = 0
    world.services.store.watch(changes => {
      writes += changes.length
    })
    const lookups = Array.from({ length: 100 }, async (_, n) => {
      for (let turn = 0; turn < n; turn += 1) await new Promise(setImmediate)
      world.pass(3)
      return found(URL_OF)
    })
    await Promise.all(lookups)
    expect([reads.length, writes]).toEqual([1, 1])
  })

  it('skip addresses outside the public internet, and do not count them', async () => {
    const hosts = [
      '127.0.0.1',
      '10.0.0.1',
      '1.1.1.1',
      '[::1]',
      '[2606:4700::1111]',
      'localhost',
      'x.localhost',
      'intranet',
    ]
    for (const host of hosts) {
      expect(await find(`https://${host}/c`), host).toMatchObject({ fault: { why: 'address' } })
      expect(await find(`https://${host}:8443/c`), host).toMatchObject({ fault: { why: 'address' } })
    }
    expect(reads).toEqual([])
    publish(URL_OF)
    expect((await found(URL_OF)).name).toBe('App')
  })

  it('are limited by network, by site and in total, over any minute', async () => {
    const site = (n: number) => `https://site-${n}.example/c`
    const network = (n: number) => `203.0.113.${n}`
    for (let n = 0; n < 20; n += 1) await find(site(n), `2001:db8:1:${n}::1`)
    expect(reads).toHaveLength(MAX_FETCHES_PER_MINUTE.network)
    reads = []
    world.pass(MINUTE)
    for (let n = 0; n < 40; n += 1) await find(`https://one.example/${n}`, network(n))
    expect(reads).toHaveLength(MAX_FETCHES_PER_MINUTE.origin)
    reads = []
    world.pass(MINUTE)
    for (let n = 0; n < 200; n += 1) await find(site(n), network(n))
    expect(reads).toHaveLength(MAX_FETCHES_PER_MINUTE.all)
    const refused = await find(site(1000), network(250))
    expect(refused).toMatchObject({ fault: { why: 'unreachable' } })
    reads = []
    world.pass(MINUTE - 1)
    await find(site(1000), network(250))
    expect(reads).toEqual([])
    world.pass(1)
    for (let n = 0; n < 5; n += 1) await find(site(n), network(n))
    expect(reads).toHaveLength(5)
  })

  it('keep at most 1,000 unused clients and delete the oldest first', async () => {
    const used = await world.services.store.transaction(async tx => {
      for (let n = 0; n <= 1000; n += 1) {
        const created_at = new Date(world.services.now().getTime() - 2000 + n).toISOString()
        await tx.clients.insert({
          id: `https://site-${n}.example/c`,
          kind: 'document',
          name: 'x',
          redirect_uris: ['https://h/cb'],
          grant_types: ['authorization_code'],
          auth_method: 'none',
          confidential: false,
          about: {},
          fetched_at: created_at,
          fresh_until: created_at,
          created_at,
          last_used_at: n === 0 ? created_at : null,
        })
      }
      return 'https://site-0.example/c'
    })
    publish(URL_OF)
    await found(URL_OF)
    expect(await world.services.store.read.clients.count('unused', 'document')).toBe(1000)
    expect([
      await stored(used),
      await stored('https://site-1.example/c'),
      await stored('https://site-2.example/c'),
    ]).toEqual([expect.anything(), undefined, expect.anything()])
  })
})
