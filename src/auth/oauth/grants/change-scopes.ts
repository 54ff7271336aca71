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

/** What can be added to a grant that is in force: what its client was lately refused, newest first, and then what only the address asks for. */
export function listOfferedScopes(
  grant: Grant,
  families: Families,
  asked: readonly string[],
  now: Date,
): readonly OfferedScope[] {
  const wanted = listWantedScopes(grant, now)
  const others = ALL_SCOPES.filter(scope => asked.includes(scope) && !wanted.includes(scope))
  const isNew = (scope: Scope): boolean =>
    !grant.scopes.includes(scope) || families.some(family => !family.scopes.includes(scope))
  return [...wanted.flatMap(one => ALL_SCOPES.filter(scope => scope === one)), ...others].filter(isNew).map(scope => {
    const isWanted = wanted.includes(scope)
    const wasDenied = grant.denied.includes(scope)
    // An address can come from anybody: it ticks nothing of itself, and what it leaves out is not what the person came for.
    const isTicked = isWanted && !wasDenied && (asked.length === 0 || asked.includes(scope))
    return { scope, isTicked, isWanted, wasDenied }
  })
}

interface GrantExtension {
  readonly scopes: readonly Scope[]
  /** Scopes that were asked for and not ticked: their calls are refused in words from now on. */
  readonly denied: readonly Scope[]
  /** Ids of accounts that it reaches from now on, too. */
  readonly accounts: readonly string[]
}

/**
 * Adds to a grant, at once for the tokens that are out: also for a machine that was allowed less than the others. What was noted of refused calls is
 * forgotten, so that a new want is challenged again.
 */
export async function widenGrant(
  tx: Transaction,
  grant: Grant,
  { scopes, denied, accounts }: GrantExtension,
): Promise<void> {
  const answered: readonly string[] = [...scopes, ...denied]
  const isOf = (names: readonly string[]) => (scope: Scope) => names.includes(scope)
  await changeGrant(tx, {
    ...grant,
    scopes: ALL_SCOPES.filter(isOf([...grant.scopes, ...scopes])),
    accounts: grant.accounts === 'all' ? 'all' : [...new Set([...grant.accounts, ...accounts])],
    wanted: grant.wanted.filter(({ scope }) => !answered.includes(scope)),
    denied: ALL_SCOPES.filter(isOf([...grant.denied, ...denied])).filter(scope => !scopes.includes(scope)),
  })
  for (const family of await tx.families.list('active', grant.id)) {
    const all = ALL_SCOPES.filter(isOf([...family.scopes, ...scopes]))
    if (all.length > family.scopes.length) await tx.families.put({ ...family, scopes: all })
  }
}

/**
 * Takes scopes from a grant and from the tokens that are out. The account tokens that the client made with them stop for good: theirs cannot change.
 * Gives those.
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
