import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { hashToken, isWellFormed, mintAccountToken } from '../../src/auth/token-format.ts'

describe('an account token', () => {
  it('is svca_, 40 random hexadecimal digits and their checksum', () => {
    const { value, prefix, hash } = mintAccountToken(size => Buffer.alloc(size, 0xab))
    expect(value).toMatch(/^svca_(ab){20}[0-9a-f]{8}$/)
    expect(value.slice(-8)).toBe(crc32(value.slice(0, -8)).toString(16).padStart(8, '0'))
    expect(prefix).toBe('svca_abab')
    expect(hash).toBe(hashToken(value))
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is another one each time', () => {
    expect(new Set(Array.from({ length: 100 }, () => mintAccountToken().value)).size).toBe(100)
  })

  it('is told from a typing error without a look-up', () => {
    const { value } = mintAccountToken()
    expect(isWellFormed(value)).toBe(true)
    for (let at = 5; at < value.length; at += 1) {
      const digit = value[at] === '0' ? '1' : '0'
      expect(isWellFormed(value.slice(0, at) + digit + value.slice(at + 1)), `digit ${at}`).toBe(false)
    }
    for (const wrong of [value.toUpperCase(), value.slice(1), `${value}0`, `${value}\n`, '', 'svca_'])
      expect(isWellFormed(wrong)).toBe(false)
  })
})
