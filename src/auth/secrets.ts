import { hash, randomFillSync, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** The kinds of secrets by prefix. Logs and secret scanners match all of them with `sv[a-z]{2}_[0-9a-f]{48}`. */
export const SECRETS = {
  svca: 'account token',
  svco: 'OAuth access token',
  svcr: 'OAuth refresh token',
  svcg: 'OAuth authorization code',
  svcd: 'device code',
  svcs: 'client secret',
  /** Not a secret, but in the same format. */
  svcc: 'client id',
  svcl: 'sign-in link',
  svci: 'invitation',
  svcw: 'session of a browser',
  svcb: 'browser that has not signed in',
} as const

export type SecretKind = keyof typeof SECRETS

/** A secret as it is stored: SHA-256 of its value, in hexadecimal. */
export type SecretHash = string & { readonly __brand: 'SecretHash' }

/** The plain value of a new secret: returned once, never stored, never logged. */
export type SecretValue = string & { readonly __brand: 'SecretValue' }

export interface Secret {
  readonly value: SecretValue
  readonly hash: SecretHash
  /** The kind and four digits, for users to recognize it. */
  readonly prefix: string
}

/** Shortens each secret in a text to its prefix. Client IDs are not secrets and stay. */
export const redactSecrets = (text: string): string =>
  text.replace(/(sv(?!cc)[a-z]{2}_[0-9a-f]{4})[0-9a-f]{44}/gi, '$1…')

const SHAPE = /^(sv[a-z]{2})_[0-9a-f]{48}$/

/** Bytes of the random part of a secret: 160 bits. */
export const RANDOM_BYTES = 20

/** Creates a secret: its kind, 40 random hexadecimal digits, and their CRC-32 as 8 digits, which scanners can check offline. */
export function mintSecret(kind: SecretKind, random = drawRandom()): Secret {
  const body = `${kind}_${random.toString('hex')}`
  const value = (body + checksum(body)) as SecretValue
  return { value, hash: hashSecret(value), prefix: value.slice(0, 9) }
}

/** Random bytes for 256 secrets at a time, because drawing them is the most expensive step. */
const pool = Buffer.alloc(RANDOM_BYTES * 256)
let poolOffset = pool.length

/** Returns random bytes for one secret, and erases them from the pool. */
export function drawRandom(): Buffer {
  if (poolOffset === pool.length) {
    randomFillSync(pool)
    poolOffset = 0
  }
  const random = Buffer.from(pool.subarray(poolOffset, poolOffset + RANDOM_BYTES))
  pool.fill(0, poolOffset, poolOffset + RANDOM_BYTES)
  poolOffset += RANDOM_BYTES
  return random
}

/** Returns the kind of a secret with valid format and checksum; undefined otherwise. Detects typing errors without a lookup. */
export function parseSecretKind(value: string): SecretKind | undefined {
  const kind = SHAPE.exec(value)?.[1]
  if (kind === undefined || !Object.hasOwn(SECRETS, kind)) return undefined
  return checksum(value.slice(0, -8)) === value.slice(-8) ? (kind as SecretKind) : undefined
}

export const hashSecret = (value: string): SecretHash => hash('sha256', value) as SecretHash

/** Returns whether a presented secret matches a stored hash, in constant time. */
export const verifySecret = (presented: string, kept: string): boolean => isEqualHash(hashSecret(presented), kept)

/** Compares two texts in constant time. */
export const constantTimeEqual = (one: string, other: string): boolean =>
  isEqualHash(hash('sha256', one), hash('sha256', other))

/** Compares two hashes in constant time. */
function isEqualHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const checksum = (body: string): string => crc32(body).toString(16).padStart(8, '0')
