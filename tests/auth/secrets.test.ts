import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  constantTimeEqual,
  hashSecret,
  mintSecret,
  parseSecretKind,
  SECRETS,
  type SecretKind,
  verifySecret,
} from '../../src/auth/secrets.ts'

describe('a secret', () => {
  it('is its kind, 40 random hexadecimal digits and their checksum', () => {
    const { value, prefix, hash } = mintSecret('svca', Buffer.alloc(20, 0xab))
    expect(value).toMatch(/^svca_(ab){20}[0-9a-f]{8}$/)
    expect(value.slice(-8)).toBe(crc32(value.slice(0, -8)).toString(16).padStart(8, '0'))
    expect(prefix).toBe('svca_abab')
    expect(hash).toBe(hashSecret(value))
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is different each time', () => {
    expect(new Set(Array.from({ length: 100 }, () => mintSecret('svcr').value)).size).toBe(100)
  })

  it('is told from a typing error without a lookup', () => {
    for (const kind of Object.keys(SECRETS) as SecretKind[]) expect(parseSecretKind(mintSecret(kind).value)).toBe(kind)
    const { value } = mintSecret('svca')
    for (let at = 5; at < value.length; at += 1) {
      const digit = value[at] === '0' ? '1' : '0'
      expect(parseSecretKind(value.slice(0, at) + digit + value.slice(at + 1)), `digit ${at}`).toBeUndefined()
    }
    for (const wrong of [
      value.toUpperCase(),
      value.slice(1),
      `${value}0`,
      `${value}\n`,
      '',
      'svca_',
      `svcx${value.slice(4)}`,
    ])
      expect(parseSecretKind(wrong)).toBeUndefined()
  })

  it('is compared as a whole with its hash and with another value', () => {
    const { value, hash } = mintSecret('svcs')
    expect(verifySecret(value, hash)).toBe(true)
    expect(verifySecret(mintSecret('svcs').value, hash)).toBe(false)
    expect([
      constantTimeEqual('a', 'a'),
      constantTimeEqual('a', 'b'),
      constantTimeEqual('a', ''),
      constantTimeEqual('a', 'aa'),
    ]).toEqual([true, false, false, false])
  })
})
