import type { Transaction } from '../../../store/store.ts'

/** Access tokens of one family, with the used refresh tokens that they tell of. A client that refreshes in a loop leaves no more. */
const MAX_ACCESS_TOKENS = 100

/** Makes room for one more access token of a family: the oldest go. A second use of what they were given for is no longer known. */
export async function makeRoomForAccess({ access_tokens }: Transaction, familyId: string): Promise<void> {
  if ((await access_tokens.count('family', familyId)) < MAX_ACCESS_TOKENS) return
  // Not in the order of the listing: where the lifetime was shortened, the newest are kept for the shortest time.
  const tokens = (await access_tokens.list('family', familyId)).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  for (const { id } of surplus(tokens, MAX_ACCESS_TOKENS - 1)) await access_tokens.remove(id)
}

/** What comes first in a list that is longer than it may be. */
export const surplus = <T>(list: readonly T[], most: number): readonly T[] =>
  list.slice(0, Math.max(0, list.length - most))
