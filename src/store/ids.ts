import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_LENGTH = 9
const RANDOM_LENGTH = 11

/** Makes an id of 20 characters (Crockford base32, lower case) that sorts by the millisecond in which it was made. */
export function newId(now: Date, random: (size: number) => Uint8Array = randomBytes): string {
  let time = ''
  for (let rest = now.getTime(); time.length < TIME_LENGTH; rest = Math.floor(rest / 32)) {
    time = ALPHABET.charAt(rest % 32) + time
  }
  return time + Array.from(random(RANDOM_LENGTH), byte => ALPHABET.charAt(byte & 31)).join('')
}
