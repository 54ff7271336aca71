import { hash } from 'node:crypto'
import { mintSecret, RANDOM_BYTES, type Secret } from '../../secrets.ts'

/** The tokens that a refresh token is exchanged for. */
export interface Successors {
  readonly access: Secret
  readonly refresh: Secret
}

/**
 * Derives the successors of a refresh token from its value and a random seed (SHA-512 over both; each has a fixed length). A repeated request gets the
 * same pair, and the store, which has only the seed, does not reveal it.
 */
export function makeSuccessors(token: string, seed: string): Successors {
  const bytes = hash('sha512', `dragoman: the answer to a refresh ${seed} ${token}`, 'buffer')
  return {
    access: mintSecret('svco', bytes.subarray(0, RANDOM_BYTES)),
    refresh: mintSecret('svcr', bytes.subarray(RANDOM_BYTES, 2 * RANDOM_BYTES)),
  }
}
