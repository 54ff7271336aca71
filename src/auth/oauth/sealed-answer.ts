import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { SecretValue } from '../secrets.ts'

/** The answer that a refresh token got. */
export interface Answer {
  readonly accessToken: SecretValue
  readonly refreshToken: SecretValue
  readonly scope: string
  /** Of the access token. */
  readonly expiresAt: string
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

const Sealed = z.object({
  accessToken: z.string().transform(value => value as SecretValue),
  refreshToken: z.string().transform(value => value as SecretValue),
  scope: z.string(),
  expiresAt: z.string(),
})

/** Encrypts an answer with a key that follows from the token that got it, so that what is stored is of no use to who reads the store. */
export function sealAnswer(token: string, answer: Answer, random: (bytes: number) => Buffer = randomBytes): string {
  const nonce = random(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(token), nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
}

/** @throws Error for a sealed text that was changed, or that another token got. */
export function openAnswer(token: string, sealed: string): Answer {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(CIPHER, keyOf(token), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  return Sealed.parse(JSON.parse(text.toString()))
}

const keyOf = (token: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', token, '', 'dragoman: the answer to a refresh', 32))
