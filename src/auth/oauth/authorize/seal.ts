import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The secret and the purpose for encrypting a text. Each purpose has its own keys. */
export interface Lock {
  /** A secret that is not stored. */
  readonly secret: string
  readonly purpose: string
}

/** Encrypts a text with a key derived from a secret, so that the store alone does not reveal it. */
export function seal(lock: Lock, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, deriveKey(lock), nonce)
  const bytes = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url')
}

/**
 * Decrypts a text.
 * @throws Error if it was changed, or if the secret or purpose is different
 */
export function unseal(lock: Lock, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(CIPHER, deriveKey(lock), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString()
}

const deriveKey = ({ secret, purpose }: Lock): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `dragoman: ${purpose}`, 32))
