import type { Frozen } from '../../../store/frozen.ts'
import type { GrantRecord, TokenFamilyRecord } from '../../../store/records/authorization.ts'
import type { Transaction } from '../../../store/store.ts'
import type { RevokedTokens } from '../../audit/token-revocations.ts'
import { ALL_SCOPES, type Scope } from '../../policy/scopes.ts'
import { revokeTokens } from '../../tokens/lifecycle.ts'
import type { OfferedScope } from '../authorize/consent.ts'
import { changeGrant } from './lifecycle.ts'
import { listWantedScopes } from './step-up.ts'

type Grant = Frozen<GrantRecord>
type Families = readonly Frozen<TokenFamilyRecord>[]

/** Lists the scopes to offer for an active grant: those that its client was recently denied, newest first, then those that only the URL requests. */
export function listOfferedScopes(
  grant: Grant,
  families: Families,
  requested: readonly string[],
  now: Date,
): readonly OfferedScope[] {
  const wanted = listWantedScopes(grant, now)
  const others = ALL_SCOPES.filter(scope => requested.includes(scope) && !wanted.includes(scope))
  const isNew = (scope: Scope): boolean =>
    !grant.scopes.includes(scope) || families.some(family => !family.scopes.includes(scope))
  return [...wanted.flatMap(one => ALL_SCOPES.filter(scope => scope === one)), ...others].filter(isNew).map(scope => {
    const isWanted = wanted.includes(scope)
    const wasDenied = grant.denied.includes(scope)
    // Anyone can write a URL, so it ticks nothing by itself. Scopes that it leaves out are not ticked either.
    const isTicked = isWanted && !wasDenied && (requested.length === 0 || requested.includes(scope))
    return { scope, isTicked, isWanted, wasDenied }
  })
}

interface GrantExtension {
  readonly scopes: readonly Scope[]
  /** Requested scopes that were not ticked. Calls that need them now return an error text instead of a challenge. */
  readonly denied: readonly Scope[]
  /** IDs of the accounts to add. */
  readonly accounts: readonly string[]
}

/**
 * Adds scopes and accounts to a grant and, at once, to all its issued tokens. Clears the recorded denials, so that the next missing scope is
 * challenged again.
 */
export async function widenGrant(
  tx: Transaction,
  grant: Grant,
  { scopes, denied, accounts }: GrantExtension,
): Promise<void> {
  const answered: readonly string[] = [...scopes, ...denied]
  const isIn = (names: readonly string[]) => (scope: Scope) => names.includes(scope)
  await changeGrant(tx, {
    ...grant,
    scopes: ALL_SCOPES.filter(isIn([...grant.scopes, ...scopes])),
    accounts: grant.accounts === 'all' ? 'all' : [...new Set([...grant.accounts, ...accounts])],
    wanted: grant.wanted.filter(({ scope }) => !answered.includes(scope)),
    denied: ALL_SCOPES.filter(isIn([...grant.denied, ...denied])).filter(scope => !scopes.includes(scope)),
  })
  for (const family of await tx.families.list('active', grant.id)) {
    const all = ALL_SCOPES.filter(isIn([...family.scopes, ...scopes]))
    if (all.length > family.scopes.length) await tx.families.put({ ...family, scopes: all })
  }
}

/**
 * Removes scopes from a grant and its issued tokens. Revokes the account tokens that the client created with these scopes, because token scopes
 * can't change, and returns them.
 */
export async function narrowGrant(
  tx: Transaction,
  grant: Grant,
  scopes: readonly string[],
  now: Date,
): Promise<RevokedTokens> {
  await changeGrant(tx, {
    ...grant,
    scopes: grant.scopes.filter(scope => !scopes.includes(scope)),
    denied: [...new Set([...grant.denied, ...scopes])],
  })
  const tokens = await tx.tokens.list('grant', grant.id)
  const widest = tokens.filter(token => token.scopes.some(scope => scopes.includes(scope)))
  return revokeTokens(tx, widest, now)
}
