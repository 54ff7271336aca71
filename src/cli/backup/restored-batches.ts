import { basename } from 'node:path'
import type { NonToolAction } from '../../auth/audit/events.ts'
import { revokeRestored } from '../../auth/restored-credentials.ts'
import { AppError } from '../../errors.ts'
import type { ArchiveSummary } from '../../store/archive/read.ts'
import type { AccountRecord, AuditRecord } from '../../store/records/identity.ts'
import type { DumpBatch } from '../../store/store.ts'

type Batches = AsyncGenerator<DumpBatch, ArchiveSummary>

interface RestoreRules {
  readonly keepCredentials: boolean
  readonly now: Date
  readonly signal: AbortSignal
}

/** The content of a backup, and the changes of its restore. */
export interface BackupSurvey {
  readonly summary: ArchiveSummary
  /** Number of credentials that the restore revokes. */
  readonly revoked: number
  readonly accounts: readonly RestoredAccount[]
}

interface RestoredAccount {
  readonly id: string
  readonly ownerId: string
  readonly revoked: number
}

/** Reads and checks a whole backup. Changes nothing. @throws AppError */
export async function surveyBackup(batches: Batches, rule: RestoreRules): Promise<BackupSurvey> {
  const accounts: AccountRecord[] = []
  const revokedCounts = new Map<string, number>()
  let revoked = 0
  for (;;) {
    rule.signal.throwIfAborted()
    const { done, value } = await batches.next()
    if (done === true) {
      return { summary: value, revoked, accounts: accounts.map(account => countRevoked(account, revokedCounts)) }
    }
    for (const record of value.records) {
      if (value.table === 'accounts') accounts.push(record as AccountRecord)
      if (revokeCredentials(value, record, rule) === record) continue
      revoked += 1
      const { account_id, user_id } = record as { readonly account_id?: string; readonly user_id?: string }
      const whose = account_id ?? user_id ?? ''
      revokedCounts.set(whose, (revokedCounts.get(whose) ?? 0) + 1)
    }
  }
}

/** Adds a user's credentials without an account to their personal account. */
function countRevoked({ id, kind, owner_id: ownerId }: AccountRecord, revokedCounts: ReadonlyMap<string, number>) {
  const ofPerson = kind === 'personal' ? (revokedCounts.get(ownerId) ?? 0) : 0
  return { id, ownerId, revoked: (revokedCounts.get(id) ?? 0) + ofPerson }
}

interface RestoreContext extends RestoreRules {
  readonly survey: BackupSurvey
  readonly file: string
  readonly newId: () => string
}

/**
 * Yields the records of the restored store: those of the backup with revoked credentials, and one audit event per account, in the name of its owner. Each
 * account must see the restore in its audit log.
 * @throws AppError
 */
export async function* restoredBatches(batches: Batches, context: RestoreContext): AsyncGenerator<DumpBatch> {
  try {
    for (;;) {
      context.signal.throwIfAborted()
      const { done, value } = await batches.next()
      if (done === true) {
        assertSameContent(value, context)
        yield* auditBatches(context)
        return
      }
      yield { table: value.table, records: value.records.map(record => revokeCredentials(value, record, context)) }
    }
  } finally {
    await batches.return(context.survey.summary)
  }
}

const revokeCredentials = (
  { table }: DumpBatch,
  record: DumpBatch['records'][number],
  { keepCredentials, now }: RestoreRules,
) => (keepCredentials ? record : revokeRestored(table, record, now))

function assertSameContent(found: ArchiveSummary, { survey: { summary }, file }: RestoreContext): void {
  if (found.content_sha256 === summary.content_sha256) return
  throw new AppError('conflict', `${file} changed during the restore. Nothing was restored.`, {
    fix: 'Run the command again when no program writes to that file.',
  })
}

const BATCH = 1_000

function* auditBatches({
  survey: { summary, accounts },
  file,
  keepCredentials,
  now,
  newId,
}: RestoreContext): Generator<DumpBatch> {
  const requestId = newId()
  const events = accounts.map(
    ({ id, ownerId, revoked }): AuditRecord => ({
      id: newId(),
      at: now.toISOString(),
      action: 'restore' satisfies NonToolAction,
      user_id: ownerId,
      credential: { kind: 'control' },
      surface: 'control',
      request_id: requestId,
      account_id: id,
      target: basename(file),
      detail: { made_at: summary.made_at, records: summary.records, credentials_kept: keepCredentials, revoked },
    }),
  )
  for (let from = 0; from < events.length; from += BATCH) {
    yield { table: 'audit', records: events.slice(from, from + BATCH) }
  }
}
