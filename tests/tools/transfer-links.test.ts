import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Principal } from '../../src/auth/policy/principal.ts'
import { LocalSharedState } from '../../src/store/embedded/shared-state.ts'
import type { Reader } from '../../src/store/store.ts'
import { createTransferLinks, type TransferGrant, type TransferLinks } from '../../src/tools/files/transfer/links.ts'

const principalOf = (id: string): Principal => ({
  user: { id } as Principal['user'],
  credential: { kind: 'token', id: `token of ${id}`, prefix: 'svca_1234' },
  scopes: new Set(['project:read']),
  reach: { accounts: new Set([`account of ${id}`]) },
  expiresAt: null,
})
const grantOf = (user: string): TransferGrant => ({
  kind: 'put',
  purpose: 'source',
  project: 'ada/app',
  branch: 'main',
  path: 'en.json',
  principal: principalOf(user),
})
const grant = grantOf('ada')
const MINUTE = 60_000
const LOCK = 30_000

afterEach(() => vi.useRealTimers())

/** The links of two processes that share their state. `read` has every user but `gone`. */
function openLinks(random: (bytes: number) => Buffer = randomBytes) {
  let time = Date.parse('2027-03-01T12:00:00Z')
  const shared = new LocalSharedState(() => time)
  const users = { get: async (id: string) => (id === 'gone' ? undefined : { id }) }
  const store = { shared, read: { users } as unknown as Reader }
  const create = () => createTransferLinks({ store, now: () => new Date(time), random })
  return { links: create(), others: create(), shared, pass: (ms: number) => (time += ms) }
}

const secretOf = (path: string | undefined): string => (path ?? '').replace('/transfer/', '')
const issue = async (links: TransferLinks, given = grant): Promise<string> => secretOf((await links.issue([given]))[0])

/** Opens a valid link. */
async function taken(links: TransferLinks, secret: string) {
  const finish = await links.take(secret)
  if (typeof finish === 'string') throw new Error(`the link is ${finish}`)
  return finish
}

describe('transfer links', () => {
  it('are 32 bytes behind /transfer/, 29 of them random, each different', async () => {
    const { links } = openLinks()
    const paths = await links.issue(Array.from({ length: 200 }, () => grant))
    for (const path of paths) expect(path).toMatch(/^\/transfer\/[\w-]{43}$/)
    expect(new Set(paths).size).toBe(200)
    const asked: number[] = []
    await openLinks(bytes => {
      asked.push(bytes)
      return Buffer.alloc(bytes)
    }).links.issue([grant])
    expect(asked).toEqual([29])
    expect(await links.issue([])).toEqual([])
  })

  it('return their upload or download until a transfer has succeeded, and are used from then on', async () => {
    const { links } = openLinks()
    const secret = await issue(links)
    expect(await links.peek(secret)).toEqual(grant)
    await (await taken(links, secret))('failed')
    expect(await links.peek(secret)).toEqual(grant)
    await (await taken(links, secret))('done')
    expect([await links.peek(secret), await links.take(secret)]).toEqual(['used', 'used'])
  })

  it('work in each process, and once in all of them', async () => {
    const { links, others } = openLinks()
    const secret = await issue(links)
    expect(await others.peek(secret)).toEqual(grant)
    const attempts = await Promise.all([links, others, links, others].map(one => one.take(secret)))
    expect(attempts.filter(attempt => attempt === 'busy')).toHaveLength(3)
    const finish = attempts.find(attempt => typeof attempt !== 'string')
    await (finish as Awaited<ReturnType<typeof taken>>)('done')
    expect([await links.take(secret), await others.peek(secret)]).toEqual(['used', 'used'])
  })

  it('are kept as JSON, without their secret', async () => {
    const { links, shared } = openLinks()
    const update = vi.spyOn(shared, 'update')
    const secret = await issue(links)
    const [group = '', , change] = update.mock.calls[0] ?? []
    const { values } = change?.(new Map()) ?? { values: new Map() }
    const kept = [...values.values()]
    expect(kept).toEqual(JSON.parse(JSON.stringify(kept)))
    expect(JSON.stringify([group, ...values])).not.toContain(secret)
  })

  it('end after three failed transfers, and not after postponed ones', async () => {
    const { links } = openLinks()
    const secret = await issue(links)
    for (let count = 0; count < 10; count++) await (await taken(links, secret))('put_off')
    await (await taken(links, secret))('failed')
    await (await taken(links, secret))('failed')
    expect(await links.peek(secret)).toEqual(grant)
    await (await taken(links, secret))('failed')
    expect([await links.peek(secret), await links.take(secret)]).toEqual(['failed', 'failed'])
  })

  it('are free again after their process was killed, and stay locked while a transfer runs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { links, others, pass } = openLinks()
    const [killed, running] = [await issue(links), await issue(links)]
    await taken(links, killed)
    vi.clearAllTimers()
    const finish = await taken(links, running)
    for (let count = 0; count < 6; count++) {
      pass(LOCK / 6)
      await vi.advanceTimersByTimeAsync(LOCK / 6)
      expect(await others.take(running)).toBe('busy')
      if (count < 5) expect(await others.take(killed)).toBe('busy')
    }
    await (await taken(others, killed))('done')
    await finish('done')
    expect([await links.take(killed), await others.take(running)]).toEqual(['used', 'used'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ignore the end of a transfer that lost its lock', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { links, others, pass } = openLinks()
    const secret = await issue(links)
    const late = await taken(links, secret)
    pass(LOCK)
    const current = await taken(others, secret)
    await late('failed')
    expect(await links.take(secret)).toBe('busy')
    await current('done')
    expect(await links.take(secret)).toBe('used')
  })

  it('expire after 10 minutes, and are reported as expired for 10 more', async () => {
    const { links, others, pass } = openLinks()
    const secret = await issue(links)
    pass(10 * MINUTE - 1)
    expect(await links.peek(secret)).toEqual(grant)
    pass(1)
    expect([await links.peek(secret), await others.take(secret)]).toEqual(['expired', 'expired'])
    pass(10 * MINUTE)
    expect(await links.peek(secret)).toBe('unknown')
  })

  it('are unknown with any other secret, and once their user is gone', async () => {
    const { links } = openLinks()
    const secret = await issue(links)
    for (const other of ['', 'x', secret.slice(1), `${secret}A`, secret.toLowerCase()]) {
      expect([await links.peek(other), await links.take(other)]).toEqual(['unknown', 'unknown'])
    }
    expect(await links.peek(await issue(links, grantOf('gone')))).toBe('unknown')
  })

  it('are at most 1,000 of one user, whose own oldest are removed first', async () => {
    const { links } = openLinks()
    const other = await issue(links, grantOf('grace'))
    const own = (await links.issue(Array.from({ length: 1000 }, () => grant))).map(secretOf)
    expect(await links.peek(own[0] ?? '')).toEqual(grant)
    for (let count = 0; count < 500; count++) await links.issue([grant])
    expect([await links.peek(own[499] ?? ''), await links.peek(own[500] ?? '')]).toEqual(['unknown', grant])
    expect(await links.peek(other)).toMatchObject({ principal: principalOf('grace') })
  })
})
