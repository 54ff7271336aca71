import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A token as it is stored: SHA-256 of its value, in hexadecimal. */
export type TokenHash = string & { readonly __brand: 'TokenHash' }

/** The plain value of a new token: returned once, never stored, never logged. */
export type TokenValue = string & { readonly __brand: 'TokenValue' }

const ACCOUNT_TOKEN = /^svca_[0-9a-f]{48}$/

/** Makes an account token: `svca_`, 40 random hexadecimal digits, and the CRC-32 of all that as 8 more (checkable offline by secret scanners). */
export function mintAccountToken(random: (bytes: number) => Buffer = randomBytes): {
  value: TokenValue
  hash: TokenHash
  prefix: string
} {
  const body = `svca_${random(20).toString('hex')}`
  const value = (body + checksum(body)) as TokenValue
  return { value, hash: hashToken(value), prefix: value.slice(0, 9) }
}

/** Whether a text has the shape and the checksum of an account token: a typing error is told from a revoked token without a look-up. */
export function isWellFormed(value: string): boolean {
  return ACCOUNT_TOKEN.test(value) && checksum(value.slice(0, -8)) === value.slice(-8)
}

export function hashToken(value: string): TokenHash {
  return createHash('sha256').update(value).digest('hex') as TokenHash
}

const checksum = (body: string): string => crc32(body).toString(16).padStart(8, '0')
