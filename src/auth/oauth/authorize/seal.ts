import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Who can open a text, and what it is: each purpose has keys of its own. */
export interface Lock {
  /** Something that is not stored. */
  readonly secret: string
  readonly purpose: string
}

/** Encrypts a text with a key that follows from a secret, so that what is stored is of no use to who reads the store. */
export function seal(lock: Lock, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, deriveKey(lock), nonce)
  const bytes = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url')
}

/** @throws Error for a sealed text that was changed, or that another secret or purpose has. */
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
