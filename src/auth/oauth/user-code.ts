import { randomInt } from 'node:crypto'
import { hashSecret, type SecretHash } from '../secrets.ts'

/** No vowels, so that no word comes out; nothing that looks like a digit (RFC 8628 6.1). 8 of 20 are 34 bits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8
const SHAPE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`, 'i')

/** A code that a person types: as it is shown (XXXX-XXXX), and as it is stored. */
export interface UserCode {
  readonly text: string
  readonly hash: SecretHash
}

export function mintUserCode(random: (below: number) => number = randomInt): UserCode {
  const letters = Array.from({ length: LENGTH }, () => LETTERS.charAt(random(LETTERS.length))).join('')
  return { text: `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`, hash: hashSecret(letters) }
}

/** The hash of a code as a person typed it: in any case, with or without hyphens and spaces; undefined = no code looks so. */
export function hashUserCode(typed: string): SecretHash | undefined {
  const letters = typed.replace(/[\s\p{Pd}]/gu, '')
  return SHAPE.test(letters) ? hashSecret(letters.toUpperCase()) : undefined
}
