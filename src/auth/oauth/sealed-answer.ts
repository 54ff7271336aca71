import { z } from 'zod'
import type { SecretValue } from '../secrets.ts'
import { type Lock, seal, unseal } from './seal.ts'

/** The answer that a refresh token got. */
export interface Answer {
  readonly accessToken: SecretValue
  readonly refreshToken: SecretValue
  readonly scope: string
  /** Of the access token. */
  readonly expiresAt: string
}

const Sealed = z.object({
  accessToken: z.string().transform(value => value as SecretValue),
  refreshToken: z.string().transform(value => value as SecretValue),
  scope: z.string(),
  expiresAt: z.string(),
})

/** Encrypts an answer with a key that follows from the token that got it, so that what is stored is of no use to who reads the store. */
export const sealAnswer = (token: string, answer: Answer): string => seal(lockOf(token), JSON.stringify(answer))

/** @throws Error for a sealed text that was changed, or that another token got. */
export const openAnswer = (token: string, sealed: string): Answer =>
  Sealed.parse(JSON.parse(unseal(lockOf(token), sealed)))

const lockOf = (token: string): Lock => ({ secret: token, purpose: 'the answer to a refresh' })
