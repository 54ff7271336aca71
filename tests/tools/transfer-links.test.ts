import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Principal } from '../../src/auth/policy/principal.ts'
import { createTransferLinks, type TransferGrant, type TransferLinks } from '../../src/tools/files/transfer/links.ts'

const principalOf = (id: string): Principal => ({ scopes: new Set(), user: { id } }) as unknown as Principal
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

function openLinks(random: (bytes: number) => Buffer = randomBytes) {
  let time = Date.parse('2027-03-01T12:00:00Z')
  const links = createTransferLinks(() => new Date(time), random)
  return { links, pass: (ms: number) => (time += ms) }
}

const secretOf = (path: string): string => path.replace('/transfer/', '')
const issue = (links: TransferLinks, given = grant): string => secretOf(links.issue(given))

/** Opens a valid link. */
function taken(links: TransferLinks, secret: string) {
  const finish = links.take(secret)
  if (typeof finish === 'string') throw new Error(`the link is ${finish}`)
  return finish
}

describe('transfer links', () => {
  it('are 32 random bytes behind /transfer/, each different', () => {
    const { links } = openLinks()
    const paths = Array.from({ length: 200 }, () => links.issue(grant))
    for (const path of paths) expect(path).toMatch(/^\/transfer\/[\w-]{43}$/)
    expect(new Set(paths).size).toBe(200)
    const asked: number[] = []
    openLinks(bytes => {
      asked.push(bytes)
      return Buffer.alloc(bytes)
    }).links.issue(grant)
    expect(asked).toEqual([32])
  })

  it('return their upload or download until a transfer has succeeded, and are used from then on', () => {
    const { links } = openLinks()
    const secret = issue(links)
    expect(links.peek(secret)).toBe(grant)
    taken(links, secret)('failed')
    expect(links.peek(secret)).toBe(grant)
    taken(links, secret)('done')
    expect([links.peek(secret), links.take(secret)]).toEqual(['used', 'used'])
  })

  it('end after three failed transfers, and not after postponed ones', () => {
    const { links } = openLinks()
    const secret = issue(links)
    for (let count = 0; count < 10; count++) taken(links, secret)('put_off')
    taken(links, secret)('failed')
    taken(links, secret)('failed')
    expect(links.peek(secret)).toBe(grant)
    taken(links, secret)('failed')
    expect([links.peek(secret), links.take(secret)]).toEqual(['failed', 'failed'])
  })

  it('allow one of two concurrent transfers', () => {
    const { links } = openLinks()
    const secret = issue(links)
    const finish = taken(links, secret)
    expect(links.take(secret)).toBe('busy')
    finish('done')
    expect(links.take(secret)).toBe('used')
  })

  it('expire after 10 minutes, and are reported as expired for 10 more', () => {
    const { links, pass } = openLinks()
    const secret = issue(links)
    pass(10 * MINUTE - 1)
    expect(links.peek(secret)).toBe(grant)
    pass(1)
    expect([links.peek(secret), links.take(secret)]).toEqual(['expired', 'expired'])
    pass(10 * MINUTE)
    links.issue(grant)
    expect(links.peek(secret)).toBe('unknown')
  })

  it('are unknown with any other secret', () => {
    const { links } = openLinks()
    const secret = issue(links)
    for (const other of ['', 'x', secret.slice(1), `${secret}A`, secret.toLowerCase()]) {
      expect(links.peek(other)).toBe('unknown')
    }
  })

  it('are at most 10,000, of which the oldest are removed first', () => {
    const { links } = openLinks()
    const first = issue(links)
    const second = issue(links)
    for (let count = 2; count < 10_000; count++) links.issue(grantOf(`user ${count % 100}`))
    expect(links.peek(first)).toBe(grant)
    links.issue(grant)
    expect([links.peek(first), links.peek(second)]).toEqual(['unknown', grant])
  })

  it('are at most 1,000 of one user, whose own oldest are removed first', () => {
    const { links } = openLinks()
    const other = issue(links, grantOf('grace'))
    const own = Array.from({ length: 1000 }, () => issue(links))
    expect(links.peek(own[0] ?? '')).toBe(grant)
    for (let count = 0; count < 500; count++) links.issue(grant)
    expect([links.peek(own[499] ?? ''), links.peek(own[500] ?? '')]).toEqual(['unknown', grant])
    expect(links.peek(other)).toMatchObject({ principal: principalOf('grace') })
  })
})
