import type { Frozen } from '../../../store/frozen.ts'
import type { ClientRecord, GrantRecord, TokenFamilyRecord } from '../../../store/records/authorization.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Reader, Transaction } from '../../../store/store.ts'
import type { RevokedTokens } from '../../audit/token-revocations.ts'
import type { Moment } from '../../clock.ts'
import { ALL_SCOPES, type Scope } from '../../policy/scopes.ts'
import { revokeTokens } from '../../tokens/lifecycle.ts'

type Grant = Frozen<GrantRecord>

/** What a person said yes to, for one client. */
export interface GrantApproval {
  readonly userId: string
  readonly client: Frozen<ClientRecord>
  /** Scopes that the page showed and the person ticked. */
  readonly scopes: readonly Scope[]
  /** Scopes that the page showed and the person did not tick. */
  readonly denied: readonly Scope[]
  readonly accounts: 'all' | readonly string[]
  /** Where the answer goes, as `toRedirectOrigin` says; absent for a device. */
  readonly redirect?: string | undefined
}

/** The grant of a person for a client that is in force. */
export const findGrant = (read: Pick<Reader, 'grants'>, userId: string, clientId: string): Promise<Grant | undefined> =>
  read.grants.by('pair', compoundKey(userId, clientId))

/**
 * Keeps what a person allowed: makes the grant, or adds to the one there is. What is added reaches the tokens that are out at once, as far as they
 * were not narrowed.
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

/** Writes a changed grant, and brings its live families to the same scopes: what it gained, they gain, and what it lost, they lose. */
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
 * Revokes a grant for good: every family, code and account token that came from it stops at once. `why`: `user`, `reuse`, `replay`, `client`.
 * Gives the account tokens that stopped; of these the first `most` are written, as `revokeTokens` does.
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
 * Revokes what one machine holds of a grant, and because somebody else may have had it, every account token that came from the grant. Gives
 * the account tokens that stopped.
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

/** Ends what one machine holds of a grant: it has to ask again. */
export async function revokeFamily(tx: Transaction, family: Frozen<TokenFamilyRecord>, now: Date): Promise<void> {
  if (family.revoked_at === null) await tx.families.put({ ...family, revoked_at: now.toISOString() })
}

/** Changes when a client may send its answers elsewhere: what was remembered of a consent is then void. */
export const getClientDigest = (client: Pick<Frozen<ClientRecord>, 'redirect_uris'>): string =>
  [...client.redirect_uris].sort().join(' ')

const sortScopes = (scopes: readonly string[]): Scope[] => ALL_SCOPES.filter(scope => scopes.includes(scope))
