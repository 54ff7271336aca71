import type { Transaction } from '../../store/store.ts'

/** Of one family: access tokens that work, and used refresh tokens that are remembered. A client that refreshes in a loop leaves no more. */
const MOST_TOKENS = 100

/** Makes room for one more access token of a family: the ones that end first go. */
export async function makeRoomForAccess({ access_tokens }: Transaction, familyId: string): Promise<void> {
  const surplus = (await access_tokens.count('family', familyId)) - MOST_TOKENS + 1
  if (surplus <= 0) return
  const { items } = await access_tokens.page('family', familyId, { limit: surplus })
  for (const { id } of items) await access_tokens.remove(id)
}

/** Forgets the used refresh tokens of a family but for those that were used last: a second use of another one is no longer known. */
export async function forgetUsed(tx: Transaction, familyId: string): Promise<void> {
  if ((await tx.refresh_tokens.count('family', familyId)) <= MOST_TOKENS) return
  const tokens = await tx.refresh_tokens.list('family', familyId)
  const used = tokens.flatMap(({ id, used_at }) => (used_at === null ? [] : [{ id, at: used_at }]))
  const inTurn = used.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  for (const { id } of surplus(inTurn, MOST_TOKENS)) await tx.refresh_tokens.remove(id)
}

/** What comes first in a list that is longer than it may be. */
export const surplus = <T>(list: readonly T[], most: number): readonly T[] =>
  list.slice(0, Math.max(0, list.length - most))
