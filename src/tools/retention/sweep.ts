import { isPastRestoration } from '../../auth/deletion.ts'
import { expiredRecords, expiredRequests, type PurgeItem } from '../../auth/expired-records.ts'
import { eachRecord } from '../../store/each-record.ts'
import type { SharedLease } from '../../store/shared-state.ts'
import type { Transaction } from '../../store/store.ts'
import type { Services } from '../pipeline/call.ts'
import { purgeOrganization, purgePages, purgeProject } from './purge.ts'

/** Keeps transactions short, so that calls do not wait for the sweep. */
const MAX_RECORDS_PER_TRANSACTION = 1_000
/** How long pages show why an invitation ended. */
const INVITATION_RETENTION_MS = 30 * 24 * 3_600_000

/** How long it is shown what became of each translation of a run. */
const RUN_RETENTION_MS = 30 * 24 * 3_600_000
/** How long it is shown what was sent to a webhook. */
const DELIVERY_RETENTION_MS = 30 * 24 * 3_600_000

type SweepServices = Pick<Services, 'store' | 'now' | 'auth'>
type MayContinue = () => Promise<boolean>
type PurgeSource = (tx: Transaction, now: Date) => AsyncGenerator<PurgeItem>

/**
 * Removes expired records: idempotency answers, uploads, invitations, records of sign-in and of the authorization server, projects and
 * organizations that can no longer be restored, and audit events past their retention. Returns the number of removed records. Stops between two
 * transactions when it may not continue; the next sweep does.
 * @throws AppError `store_unavailable`.
 */
export async function sweep(services: SweepServices, mayContinue: MayContinue = async () => true): Promise<number> {
  const removed = await purgeFrom(purgeExpired, services, mayContinue)
  const { auditRetention } = services.auth
  if (auditRetention === undefined || !(await mayContinue())) return removed
  const before = new Date(services.now().getTime() - auditRetention).toISOString()
  return removed + (await services.store.trim('audit', before))
}

async function purgeFrom(waste: PurgeSource, { store, now }: SweepServices, mayContinue: MayContinue): Promise<number> {
  let swept = 0
  for (;;) {
    if (!(await mayContinue())) return swept
    const work = async (tx: Transaction): Promise<number> => {
      let count = 0
      for await (const { table, id } of waste(tx, now())) {
        await tx[table].remove(id)
        count += 1
        if (count === MAX_RECORDS_PER_TRANSACTION) break
      }
      return count
    }
    const removed = await store.transaction(work, { lock: 'sweep' })
    swept += removed
    if (removed < MAX_RECORDS_PER_TRANSACTION) return swept
  }
}

/** Yields expired records in pages. Callers remove each before they read on. */
async function* purgeExpired(tx: Transaction, now: Date): AsyncGenerator<PurgeItem> {
  const at = now.toISOString()
  for (const table of ['replays', 'staged_files'] as const) {
    yield* purgePages(table, async () => {
      const { items } = await tx[table].page('all', '', { limit: MAX_RECORDS_PER_TRANSACTION })
      return items.filter(({ expires_at }) => expires_at <= at)
    })
  }
  yield* expiredRecords(tx, now)
  yield* purgeRunParts(tx, now)
  yield* purgeDeliveries(tx, now)
  yield* purgeInvitations(tx, now)
  for (const project of await tx.projects.list('deleted', ''))
    if (isPastRestoration(project, now)) yield* purgeProject(project, tx)
  for (const account of await tx.accounts.list('deleted', '')) {
    if (isPastRestoration(account, now)) yield* purgeOrganization(account, tx)
  }
}

/** Yields what became of each translation of runs that ended `RUN_RETENTION_MS` ago. The runs with their counts stay. */
async function* purgeRunParts(tx: Transaction, now: Date): AsyncGenerator<PurgeItem> {
  const before = new Date(now.getTime() - RUN_RETENTION_MS).toISOString()
  for await (const run of eachRecord(after =>
    tx.runs.page('detailed', '', { limit: MAX_RECORDS_PER_TRANSACTION, after }),
  )) {
    if (run.ended_at === undefined || run.ended_at > before) continue
    yield* purgePages('run_parts', async () => {
      return (await tx.run_parts.page('run', run.id, { limit: MAX_RECORDS_PER_TRANSACTION })).items
    })
    const { parts: _, ...rest } = run
    await tx.runs.put({ ...rest, parts: 0 })
  }
}

/** Yields webhook deliveries that are older than `DELIVERY_RETENTION_MS`. Those that wait are never that old. */
async function* purgeDeliveries(tx: Transaction, now: Date): AsyncGenerator<PurgeItem> {
  const before = new Date(now.getTime() - DELIVERY_RETENTION_MS).toISOString()
  for await (const { id, created_at } of eachRecord(after =>
    tx.deliveries.page('all', '', { limit: MAX_RECORDS_PER_TRANSACTION, after }),
  )) {
    if (created_at <= before) yield { table: 'deliveries', id }
  }
}

/** Yields invitations that ended `INVITATION_RETENTION_MS` ago. Invitations are sorted by expiration, and none is open for longer than that time. */
async function* purgeInvitations(tx: Transaction, now: Date): AsyncGenerator<PurgeItem> {
  const at = now.toISOString()
  const remembered = new Date(now.getTime() - INVITATION_RETENTION_MS).toISOString()
  for await (const invitation of eachRecord(after =>
    tx.invitations.page('all', '', { limit: MAX_RECORDS_PER_TRANSACTION, after }),
  )) {
    if (invitation.expires_at > at) return
    const over = invitation.ended?.at ?? invitation.expires_at
    if (over <= remembered) yield { table: 'invitations', id: invitation.id }
  }
}

const SWEEP_INTERVAL_MS = 60_000
const FULL_SWEEP_INTERVAL = 60

/** How long the next sweep waits for a process that was killed, in milliseconds. */
const LEASE_MS = 3 * SWEEP_INTERVAL_MS

/**
 * Sweeps expired sign-in and OAuth requests every minute, and everything every hour; never two sweeps at once. Of all processes, one does it as long as it
 * lives. Returns a function that stops it.
 */
export function startSweeping(services: Services): () => Promise<void> {
  const { store, log } = services
  let isStopping = false
  let timer: NodeJS.Timeout
  let turn = 0
  let lease: SharedLease | undefined
  const isInCharge = async (): Promise<boolean> => {
    if (isStopping) return false
    if ((await lease?.renew(LEASE_MS)) !== true) lease = await store.shared.lease('sweep', LEASE_MS)
    return lease !== undefined
  }
  const sweepNext = async (): Promise<void> => {
    if (!(await isInCharge())) {
      turn = 0
      return
    }
    const isWhole = turn % FULL_SWEEP_INTERVAL === 0
    turn += 1
    const records = await (isWhole ? sweep(services, isInCharge) : purgeFrom(expiredRequests, services, isInCharge))
    if (records > 0) log.info({ records }, 'expired records removed')
  }
  const run = async (): Promise<void> => {
    await sweepNext().catch((error: unknown) => log.warn({ err: error }, 'expired records could not be removed'))
    if (!isStopping) next()
  }
  let running = Promise.resolve()
  const next = (): void => {
    timer = setTimeout(() => {
      running = run()
    }, SWEEP_INTERVAL_MS).unref()
  }
  next()
  return async () => {
    isStopping = true
    clearTimeout(timer)
    await running
    await lease?.release().catch(() => undefined)
  }
}
