import type { Transaction } from '../../store/store.ts'

/** Of one family: access tokens that work, and such that tell of a used refresh token. A client that refreshes in a loop leaves no more. */
const MOST_TOKENS = 100

/** Makes room for one more access token of a family: the ones that are kept for the shortest time go. A second use of what they were given for is no longer known. */
export async function makeRoomForAccess({ access_tokens }: Transaction, familyId: string): Promise<void> {
  const surplus = (await access_tokens.count('family', familyId)) - MOST_TOKENS + 1
  if (surplus <= 0) return
  const { items } = await access_tokens.page('family', familyId, { limit: surplus })
  for (const { id } of items) await access_tokens.remove(id)
}

/** What comes first in a list that is longer than it may be. */
export const surplus = <T>(list: readonly T[], most: number): readonly T[] =>
  list.slice(0, Math.max(0, list.length - most))
