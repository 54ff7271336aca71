import { hash } from 'node:crypto'
import type { Frozen } from '../../../store/frozen.ts'
import type { AccessTokenRecord, TokenFamilyRecord } from '../../../store/records/authorization.ts'
import type { Reader } from '../../../store/store.ts'
import { mintSecret, RANDOM_BYTES, type Secret, type SecretHash } from '../../secrets.ts'

/** The tokens that a refresh token is exchanged for. */
interface Successors {
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

interface FoundRefreshToken {
  readonly family: Frozen<TokenFamilyRecord>
  /** The access token issued for it; undefined if it was not used yet. */
  readonly issuedToken: Frozen<AccessTokenRecord> | undefined
}

/** Finds a refresh token, used or not, by the hash of its value; undefined if unknown. */
export async function findRefreshToken(
  tokenHash: SecretHash,
  read: Pick<Reader, 'families' | 'access_tokens'>,
): Promise<FoundRefreshToken | undefined> {
  const current = await read.families.by('refresh', tokenHash)
  if (current !== undefined) return { family: current, issuedToken: undefined }
  const issued = await read.access_tokens.by('used', tokenHash)
  const family = issued && (await read.families.get(issued.family_id))
  return family && { family, issuedToken: issued }
}
