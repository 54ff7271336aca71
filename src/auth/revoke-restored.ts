import type { CollectionName, Collections, LogName } from '../store/records.ts'

type Restored = { readonly id: string }

/** How a credential of each kind is revoked; gives the record itself when it is revoked already. */
const REVOKE: { readonly [C in CollectionName]?: (record: Collections[C]['record'], at: string) => Restored } = {
  tokens: (token, at) => (token.revoked_at === null ? { ...token, revoked_at: at } : token),
}

/**
 * What a record becomes when it comes back from a backup: a credential is revoked, because it may have been revoked after the backup was made, and
 * everything else stays the same object.
 */
export function revokeRestored(table: CollectionName | LogName, record: Restored, now: Date): Restored {
  const revoke = (REVOKE as Readonly<Partial<Record<string, (record: Restored, at: string) => Restored>>>)[table]
  return revoke?.(record, now.toISOString()) ?? record
}
