import { hash } from 'node:crypto'
import { mintSecret, RANDOM_BYTES, type Secret } from '../../secrets.ts'

/** The tokens that a refresh token gives. */
export interface Successors {
  readonly access: Secret
  readonly refresh: Secret
}

/**
 * Makes the tokens that a refresh token gives: they follow from its value and a random seed (SHA-512 over both, which have a fixed length each), so that with
 * the seed a repeat of the request gets the same pair, and whoever reads the store, which has the seed alone, gets nothing.
 */
export function makeSuccessors(token: string, seed: string): Successors {
  const bytes = hash('sha512', `dragoman: the answer to a refresh ${seed} ${token}`, 'buffer')
  return {
    access: mintSecret('svco', bytes.subarray(0, RANDOM_BYTES)),
    refresh: mintSecret('svcr', bytes.subarray(RANDOM_BYTES, 2 * RANDOM_BYTES)),
  }
}
