import type { Frozen } from '../../../store/frozen.ts'
import type { TokenFamilyRecord } from '../../../store/records/authorization.ts'
import type { Transaction } from '../../../store/store.ts'
import type { ActiveGrant } from './active-grant.ts'
import { type FamilyContext, recordFamilyEvent } from './family-events.ts'

/** Access tokens per family. Each records the refresh token it was issued for, so this also limits the known used ones. */
const MAX_ACCESS_TOKENS = 100

/** Makes room for one more access token of a family by removing the oldest. Reuse of their refresh tokens is then no longer detected. */
export async function makeRoomForAccess({ access_tokens }: Transaction, familyId: string): Promise<void> {
  if ((await access_tokens.count('family', familyId)) < MAX_ACCESS_TOKENS) return
  // By creation, not by expiration as the listing: after the operator shortens the lifetime, the newest expire first.
  const tokens = (await access_tokens.list('family', familyId)).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  for (const { id } of surplus(tokens, MAX_ACCESS_TOKENS - 1)) await access_tokens.remove(id)
}

/** Returns the first items of a list, as many as exceed `most`. */
export const surplus = <T>(list: readonly T[], most: number): readonly T[] =>
  list.slice(0, Math.max(0, list.length - most))

type Family = Frozen<TokenFamilyRecord>

/** Token families per grant and per user, including ended ones. */
const MAX_FAMILIES = { grant: 100, user: 1_000 } as const

/**
 * Makes room for one more family of a grant: removes ended ones first, then the least recently used one, with an audit event. Families with a theft
 * notice are removed last, because the user must see it.
 */
export async function makeRoomForFamily(
  tx: Transaction,
  { grant, user }: ActiveGrant,
  context: FamilyContext,
): Promise<void> {
  const { families } = tx
  if ((await families.count('grant', grant.id)) >= MAX_FAMILIES.grant) {
    await removeSurplus(tx, await families.list('grant', grant.id), MAX_FAMILIES.grant, context)
  }
  if ((await families.count('user', user.id)) >= MAX_FAMILIES.user) {
    await removeSurplus(tx, await families.list('user', user.id), MAX_FAMILIES.user, context)
  }
}

const SURPLUS_REVOCATION = { action: 'token_revoked', detail: { kind: 'family', why: 'too_many' } } as const

async function removeSurplus(
  tx: Transaction,
  families: readonly Family[],
  most: number,
  context: FamilyContext,
): Promise<void> {
  const getRank = (family: Family): number =>
    hasTheftNotice(family, context.now) ? 2 : family.revoked_at === null ? 1 : 0
  const inTurn = families
    .map(family => ({ family, rank: getRank(family), usedAt: Date.parse(family.last_used_at) }))
    .toSorted((one, other) => one.rank - other.rank || one.usedAt - other.usedAt)
  for (const { family } of surplus(inTurn, most - 1)) {
    await removeFamily(tx, family)
    if (family.revoked_at === null) await recordFamilyEvent(tx, family, SURPLUS_REVOCATION, context)
  }
}

/** Removes a family with all its tokens. */
export async function removeFamily(tx: Transaction, { id }: Pick<Family, 'id'>): Promise<void> {
  for (const token of await tx.access_tokens.list('family', id)) await tx.access_tokens.remove(token.id)
  await tx.families.remove(id)
}

const THEFT_NOTICE_MS = 30 * 24 * 60 * 60 * 1000

/** Returns whether the user still sees the notice that a token of a family was reused: for 30 days. */
export const hasTheftNotice = ({ revoked_for, revoked_at }: Frozen<TokenFamilyRecord>, now: Date): boolean =>
  revoked_for === 'stolen' && revoked_at !== null && now.getTime() - Date.parse(revoked_at) < THEFT_NOTICE_MS
