import type { CollectionName, Collections, LogName } from '../store/records.ts'

type Restored = { readonly id: string }

/** How a credential of each kind is revoked; gives the record itself when it is revoked already. */
const REVOKE: { readonly [C in CollectionName]?: (record: Collections[C]['record'], at: string) => Restored } = {
  tokens: revoked,
  grants: (grant, at) => (grant.revoked_at === null ? { ...grant, revoked_at: at, revoked_for: 'restore' } : grant),
  families: revoked,
  invitations: ended,
  sessions: ended,
  login_links: ended,
  sign_ins: ended,
  interactions: ended,
  codes: ended,
  device_codes: ended,
}

/**
 * What a record becomes when it comes back from a backup: a credential is revoked, because it may have been revoked after the backup was made, and
 * everything else stays the same object.
 */
export function revokeRestored(table: CollectionName | LogName, record: Restored, now: Date): Restored {
  const revoke = (REVOKE as Readonly<Partial<Record<string, (record: Restored, at: string) => Restored>>>)[table]
  return revoke?.(record, now.toISOString()) ?? record
}

function revoked<R extends Restored & { readonly revoked_at: string | null }>(record: R, at: string): R {
  return record.revoked_at === null ? { ...record, revoked_at: at } : record
}

function ended<R extends Restored & { readonly expires_at: string }>(record: R, at: string): R {
  return record.expires_at > at ? { ...record, expires_at: at } : record
}
