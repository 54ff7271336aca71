import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { toNetwork as networkIn, plainAddress, toSiteNetwork } from '../../src/auth/network.ts'
import { clientAddress } from '../../src/http/requests/headers.ts'

/** The address of a request that came from `peer` with this header. */
const address = (trustProxy: number, forwarded?: string | string[], peer = '10.0.0.9') =>
  clientAddress(
    { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: peer } } as unknown as IncomingMessage,
    trustProxy,
  )

describe("the client's address", () => {
  it('is the peer when no proxy is trusted, whatever a header says', () => {
    expect(address(0, '203.0.113.7')).toBe('10.0.0.9')
    expect(address(0, '203.0.113.7, 198.51.100.2', '2001:db8::1')).toBe('2001:db8::1')
  })

  it('is what the outermost trusted proxy saw, not what the client wrote', () => {
    expect(address(1, '203.0.113.7')).toBe('203.0.113.7')
    expect(address(1, '6.6.6.6, 203.0.113.7')).toBe('203.0.113.7')
    expect(address(2, '6.6.6.6, 203.0.113.7, 198.51.100.2')).toBe('203.0.113.7')
    expect(address(2, ['6.6.6.6, 203.0.113.7', '198.51.100.2'])).toBe('203.0.113.7')
  })

  it('is the peer when fewer proxies wrote than are trusted', () => {
    expect(address(2, '6.6.6.6')).toBe('10.0.0.9')
    expect(address(1)).toBe('10.0.0.9')
    expect(address(1, '')).toBe('10.0.0.9')
  })

  it.each(['unknown', '999.1.1.1', 'ffff:1.2.3.4', 'x'.repeat(10_000)])('is never invalid data such as %.20s', text => {
    expect(address(1, text)).toBe('10.0.0.9')
    expect(address(1, `203.0.113.7, ${text}`)).toBe('10.0.0.9')
  })

  it.each([
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['2001:DB8::A', '2001:db8::a'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['[::FFFF:404:404]:80', '4.4.4.4'],
    ['::ffff:4.4.4.4%eth0', '4.4.4.4'],
    ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    ['::ffff', '::ffff'],
  ])('writes %s as %s', (text, plain) => {
    expect(address(1, text)).toBe(plain)
    expect(address(0, undefined, text)).toBe(plain)
  })

  it('is empty when the connection is closed', () => {
    expect(clientAddress({ headers: {}, socket: {} } as unknown as IncomingMessage, 1)).toBe('')
  })
})

const networkOf = (text: string) => networkIn(plainAddress(text) ?? '', 64)

describe('the network that a limit counts', () => {
  it('is an IPv4 address itself', () => {
    expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
    expect(networkOf('203.0.113.7')).not.toBe(networkOf('203.0.113.8'))
  })

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8::1', '2001:0db8:0000:0000:1::'],
    ['::1', '0:0:0:0:0:0:0:2'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    ['1::2:3:4:192.0.2.1', '1:0:0:2:3:4:5:6'],
  ])('is the same for %s and %s', (one, other) => {
    expect(networkOf(one)).toBe(networkOf(other))
  })

  it('differs from its neighbours', () => {
    const networks = ['2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8::1', '::1', '1:2:3:4:5:6:7:8'].map(networkOf)
    expect(new Set(networks).size).toBe(5)
  })

  it.each([
    ['203.0.113.7', '203.0.113'],
    ['2001:db8:1:2::1', '2001:db8:1'],
    ['2001:db8::1', '2001:db8:0'],
    ['::1', '0:0:0'],
  ])('of %s is in the neighborhood %s', (one, neighbourhood) => {
    expect(toSiteNetwork(networkOf(one))).toBe(neighbourhood)
  })
})
