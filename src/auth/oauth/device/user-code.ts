import { randomInt } from 'node:crypto'
import { hashSecret, type SecretHash } from '../../secrets.ts'

/** No vowels, to avoid words, and no letters that look like digits (RFC 8628 6.1). 8 of 20 letters are 34 bits. */
const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const USER_CODE_LENGTH = 8
const USER_CODE_PATTERN = new RegExp(`^[${USER_CODE_LETTERS}]{${USER_CODE_LENGTH}}$`, 'i')

/** A code that a user types: as shown (XXXX-XXXX), and as stored. */
export interface UserCode {
  readonly text: string
  readonly hash: SecretHash
}

export function mintUserCode(random: (below: number) => number = randomInt): UserCode {
  const letters = Array.from({ length: USER_CODE_LENGTH }, () =>
    USER_CODE_LETTERS.charAt(random(USER_CODE_LETTERS.length)),
  ).join('')
  return {
    text: `${letters.slice(0, USER_CODE_LENGTH / 2)}-${letters.slice(USER_CODE_LENGTH / 2)}`,
    hash: hashSecret(letters),
  }
}

/** The hash of a typed code, in any case, with or without hyphens and spaces; undefined if it can't be a code. */
export function hashUserCode(typed: string): SecretHash | undefined {
  const letters = typed.replace(/[\s\p{Pd}]/gu, '')
  return USER_CODE_PATTERN.test(letters) ? hashSecret(letters.toUpperCase()) : undefined
}
