import type { Frozen } from '../../../store/frozen.ts'
import type { ClientRecord, GrantRecord, TokenFamilyRecord } from '../../../store/records/authorization.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Reader, Transaction } from '../../../store/store.ts'
import type { RevokedTokens } from '../../audit/token-revocations.ts'
import type { Moment } from '../../clock.ts'
import { ALL_SCOPES, type Scope } from '../../policy/scopes.ts'
import { revokeTokens } from '../../tokens/lifecycle.ts'

type Grant = Frozen<GrantRecord>

/** A user's approval for one client. */
export interface GrantApproval {
  readonly userId: string
  readonly client: Frozen<ClientRecord>
  /** Offered scopes that the user ticked. */
  readonly scopes: readonly Scope[]
  /** Offered scopes that the user did not tick. */
  readonly denied: readonly Scope[]
  readonly accounts: 'all' | readonly string[]
  /** The `toRedirectOrigin` of the redirect URI; absent for a device. */
  readonly redirect?: string | undefined
}

/** Finds the active grant of a user for a client. */
export const findGrant = (read: Pick<Reader, 'grants'>, userId: string, clientId: string): Promise<Grant | undefined> =>
  read.grants.by('pair', compoundKey(userId, clientId))

/**
 * Stores an approval: creates the grant, or adds to the existing one. Additions apply at once to issued tokens that were not narrowed.
 */
export async function approveGrant(tx: Transaction, allowed: GrantApproval, { now, newId }: Moment): Promise<Grant> {
  const { userId, client, scopes, denied, accounts, redirect } = allowed
  const at = now.toISOString()
  const known = await findGrant(tx, userId, client.id)
  const consent = redirect === undefined ? [] : [{ redirect, scopes: [...scopes], digest: getClientDigest(client) }]
  if (known === undefined) {
    const grant: Grant = {
      id: newId(),
      user_id: userId,
      client_id: client.id,
      client_name: client.name,
      scopes: [...scopes],
      accounts: accounts === 'all' ? 'all' : [...accounts],
      consents: consent,
      wanted: [],
      denied: [...denied],
      created_at: at,
      last_used_at: null,
      revoked_at: null,
    }
    await tx.grants.insert(grant)
    return grant
  }
  return changeGrant(tx, {
    ...known,
    client_name: client.name,
    scopes: sortScopes([...known.scopes, ...scopes]),
    accounts: accounts === 'all' ? 'all' : [...accounts],
    consents: [...known.consents.filter(one => one.redirect !== redirect), ...consent].slice(-MAX_CONSENTS),
    wanted: known.wanted.filter(({ scope }) => !scopes.some(one => one === scope)),
    denied: sortScopes([...known.denied, ...denied]).filter(scope => !scopes.includes(scope)),
  })
}

const MAX_CONSENTS = 20

/** Writes a changed grant, and adds or removes the same scopes in its active families. */
export async function changeGrant(tx: Transaction, grant: Grant): Promise<Grant> {
  const before = await tx.grants.get(grant.id)
  await tx.grants.put(grant)
  const gained = grant.scopes.filter(scope => before?.scopes.includes(scope) !== true)
  const lost = before?.scopes.filter(scope => !grant.scopes.includes(scope)) ?? []
  if (gained.length + lost.length === 0) return grant
  for (const family of await tx.families.list('active', grant.id)) {
    const scopes = sortScopes([...family.scopes, ...gained]).filter(scope => !lost.includes(scope))
    await tx.families.put({ ...family, scopes })
  }
  return grant
}

/**
 * Revokes a grant permanently, with all its families, codes and account tokens. `why`: `user`, `reuse`, `replay`, `client`.
 * Returns the revoked account tokens; writes only the first `most`, as `revokeTokens` does.
 */
export async function revokeGrant(
  tx: Transaction,
  grant: Grant,
  why: string,
  now: Date,
  most?: number,
): Promise<RevokedTokens> {
  if (grant.revoked_at !== null) return []
  const at = now.toISOString()
  await tx.grants.put({ ...grant, revoked_at: at, revoked_for: why })
  for (const family of await tx.families.list('active', grant.id)) await tx.families.put({ ...family, revoked_at: at })
  for (const code of await tx.codes.list('grant', grant.id)) await tx.codes.remove(code.id)
  return revokeTokens(tx, await tx.tokens.list('grant', grant.id), now, most)
}

/**
 * Revokes a stolen family and, because the thief may have created some, every account token of the grant. Returns these account tokens.
 */
export async function revokeStolenFamily(
  tx: Transaction,
  family: Frozen<TokenFamilyRecord>,
  now: Date,
): Promise<RevokedTokens> {
  if (family.revoked_at === null)
    await tx.families.put({ ...family, revoked_at: now.toISOString(), revoked_for: 'stolen' })
  return revokeTokens(tx, await tx.tokens.list('grant', family.grant_id), now)
}

/** Revokes one token family. That machine must authorize again. */
export async function revokeFamily(tx: Transaction, family: Frozen<TokenFamilyRecord>, now: Date): Promise<void> {
  if (family.revoked_at === null) await tx.families.put({ ...family, revoked_at: now.toISOString() })
}

/** Returns a digest of the redirect URIs. When it changes, remembered consents are no longer valid. */
export const getClientDigest = (client: Pick<Frozen<ClientRecord>, 'redirect_uris'>): string =>
  [...client.redirect_uris].sort().join(' ')

const sortScopes = (scopes: readonly string[]): Scope[] => ALL_SCOPES.filter(scope => scopes.includes(scope))
