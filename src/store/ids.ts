import { randomFillSync } from 'node:crypto'

const BASE32_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_LENGTH = 9
const RANDOM_LENGTH = 11

/**
 * Creates an ID generator. IDs have 20 characters (lowercase Crockford base32) and sort by creation time in milliseconds. One call draws the random bytes of
 * 512 IDs, which is faster.
 */
export function createIdGenerator(now: () => Date): () => string {
  const pool = new Uint8Array(RANDOM_LENGTH * 512)
  let used = pool.length
  return () => {
    let id = ''
    for (let rest = now().getTime(); id.length < TIME_LENGTH; rest = Math.floor(rest / 32)) {
      id = BASE32_ALPHABET.charAt(rest % 32) + id
    }
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    for (const end = used + RANDOM_LENGTH; used < end; used += 1) id += BASE32_ALPHABET.charAt((pool[used] ?? 0) & 31)
    return id
  }
}
