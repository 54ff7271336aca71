import type { Frozen } from '../../../store/frozen.ts'
import type { AccessTokenRecord, TokenFamilyRecord } from '../../../store/records/authorization.ts'
import type { Reader } from '../../../store/store.ts'
import type { SecretHash } from '../../secrets.ts'

interface FoundRefreshToken {
  readonly family: Frozen<TokenFamilyRecord>
  /** The access token issued for it; undefined if it was not used yet. */
  readonly issuedToken: Frozen<AccessTokenRecord> | undefined
}

/** Finds a refresh token, used or not, by the hash of its value; undefined if unknown. */
export async function findRefreshToken(
  hash: SecretHash,
  read: Pick<Reader, 'families' | 'access_tokens'>,
): Promise<FoundRefreshToken | undefined> {
  const current = await read.families.by('refresh', hash)
  if (current !== undefined) return { family: current, issuedToken: undefined }
  const issued = await read.access_tokens.by('used', hash)
  const family = issued && (await read.families.get(issued.family_id))
  return family && { family, issuedToken: issued }
}
