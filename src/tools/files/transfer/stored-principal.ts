import type { Credential, Principal } from '../../../auth/policy/principal.ts'
import type { Scope } from '../../../auth/policy/scopes.ts'
import type { Reader } from '../../../store/store.ts'

/** A principal as JSON, without the record of its user. */
export interface StoredPrincipal {
  readonly userId: string
  readonly credential: Credential
  readonly scopes: readonly Scope[]
  /** IDs of accounts. */
  readonly reach: 'all' | readonly string[]
  readonly expiresAt: string | null
}

export function packPrincipal({ user, credential, scopes, reach, expiresAt }: Principal): StoredPrincipal {
  return {
    userId: user.id,
    credential,
    scopes: [...scopes],
    reach: reach === 'all' ? reach : [...reach.accounts],
    expiresAt,
  }
}

/** Returns the principal, undefined if its user is gone. Whether its credential is still active is checked by `assertCredentialActive`. */
export async function unpackPrincipal(
  { userId, credential, scopes, reach, expiresAt }: StoredPrincipal,
  read: Pick<Reader, 'users'>,
): Promise<Principal | undefined> {
  const user = await read.users.get(userId)
  if (user === undefined) return undefined
  return {
    user,
    credential,
    scopes: new Set(scopes),
    reach: reach === 'all' ? reach : { accounts: new Set(reach) },
    expiresAt,
  }
}
