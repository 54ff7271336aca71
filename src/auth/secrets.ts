import { hash, randomFillSync, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** What a secret of ours is for, by its prefix: logs and secret scanners know all of them by `sv[a-z]{2}_[0-9a-f]{48}`. */
export const SECRETS = {
  svca: 'account token',
  svco: 'OAuth access token',
  svcr: 'OAuth refresh token',
  svcg: 'OAuth authorization code',
  svcd: 'device code',
  svcs: 'client secret',
  /** Not a secret, but made and checked as one. */
  svcc: 'client id',
  svcl: 'sign-in link',
  svci: 'invitation',
  svcw: 'session of a browser',
  svcb: 'browser that has not signed in',
} as const

export type SecretKind = keyof typeof SECRETS

/** A secret as it is stored: SHA-256 of its value, in hexadecimal. */
export type SecretHash = string & { readonly __brand: 'SecretHash' }

/** The plain value of a new secret: handed out once, never stored, never logged. */
export type SecretValue = string & { readonly __brand: 'SecretValue' }

export interface Secret {
  readonly value: SecretValue
  readonly hash: SecretHash
  /** The kind and four digits, by which a person recognises it. */
  readonly prefix: string
}

/** A text that anybody may have written, with each secret in it shortened to what people recognise it by. A client id is none. */
export const redactSecrets = (text: string): string =>
  text.replace(/(sv(?!cc)[a-z]{2}_[0-9a-f]{4})[0-9a-f]{44}/gi, '$1…')

const SHAPE = /^(sv[a-z]{2})_[0-9a-f]{48}$/

/** Of the random part of a secret: 160 bits. */
export const RANDOM_BYTES = 20

/** Makes a secret: its kind, 40 random hexadecimal digits, and the CRC-32 of all that as 8 more, which scanners can check offline. */
export function mintSecret(kind: SecretKind, random = drawRandom()): Secret {
  const body = `${kind}_${random.toString('hex')}`
  const value = (body + checksum(body)) as SecretValue
  return { value, hash: hashSecret(value), prefix: value.slice(0, 9) }
}

/** Drawn for 256 secrets at a time, because a draw costs more than the rest of a secret. */
const pool = Buffer.alloc(RANDOM_BYTES * 256)
let poolOffset = pool.length

/** Random bytes for one secret. Nothing of them stays behind. */
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

/** The kind of a text that has the shape and the checksum of a secret of ours: a typing error is told from a revoked token without a look-up. */
export function parseSecretKind(value: string): SecretKind | undefined {
  const kind = SHAPE.exec(value)?.[1]
  if (kind === undefined || !Object.hasOwn(SECRETS, kind)) return undefined
  return checksum(value.slice(0, -8)) === value.slice(-8) ? (kind as SecretKind) : undefined
}

export const hashSecret = (value: string): SecretHash => hash('sha256', value) as SecretHash

/** Whether a presented secret is the one behind a stored hash; takes as long for a wrong one. */
export const verifySecret = (presented: string, kept: string): boolean => isEqualHash(hashSecret(presented), kept)

/** Whether two texts of which one is secret are the same, in a time that tells nothing of either. */
export const constantTimeEqual = (one: string, other: string): boolean =>
  isEqualHash(hash('sha256', one), hash('sha256', other))

/** Of two hashes. */
function isEqualHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const checksum = (body: string): string => crc32(body).toString(16).padStart(8, '0')
