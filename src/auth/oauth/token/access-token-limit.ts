import type { Transaction } from '../../../store/store.ts'

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
