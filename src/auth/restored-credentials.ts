import type { CollectionName, Collections, LogName } from '../store/records/schema.ts'

type RestoredRecord = { readonly id: string }

/** Revokes a credential, by collection; returns the same record if it is already revoked. */
const REVOKE: { readonly [C in CollectionName]?: (record: Collections[C]['record'], at: string) => RestoredRecord } = {
  tokens: withRevocation,
  grants: (grant, at) => (grant.revoked_at === null ? { ...grant, revoked_at: at, revoked_for: 'restore' } : grant),
  families: withRevocation,
  invitations: withExpiration,
  sessions: withExpiration,
  login_links: withExpiration,
  sign_ins: withExpiration,
  passkey_challenges: withExpiration,
  interactions: withExpiration,
  codes: withExpiration,
  device_codes: withExpiration,
}

/**
 * Prepares a record of a backup for restore: revokes credentials, because they may have been revoked after the backup. Returns other records
 * unchanged, as the same object.
 */
export function revokeRestored(table: CollectionName | LogName, record: RestoredRecord, now: Date): RestoredRecord {
  const revoke = (REVOKE as Readonly<Partial<Record<string, (record: RestoredRecord, at: string) => RestoredRecord>>>)[
    table
  ]
  return revoke?.(record, now.toISOString()) ?? record
}

function withRevocation<R extends RestoredRecord & { readonly revoked_at: string | null }>(record: R, at: string): R {
  return record.revoked_at === null ? { ...record, revoked_at: at } : record
}

function withExpiration<R extends RestoredRecord & { readonly expires_at: string }>(record: R, at: string): R {
  return record.expires_at > at ? { ...record, expires_at: at } : record
}
