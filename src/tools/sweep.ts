import { expiredRecords, expiredRequests, type Waste } from '../auth/expired.ts'
import type { Lifetimes } from '../config.ts'
import type { ProjectRecord } from '../store/records/localization.ts'
import type { CollectionName } from '../store/records.ts'
import type { Frozen, Transaction } from '../store/store.ts'
import type { Services } from './call.ts'
import { isGone } from './projects/deletion.ts'

/** So that no call waits long for the sweep. */
const RECORDS_A_TRANSACTION = 1_000

/**
 * Removes what expired: answers for repeated calls, uploads, reservations, what is over of signing in and of the authorization server, and everything
 * of projects that can no longer be restored; logs stay. Gives how many records went. Between two transactions it ends when `signal` says so, and the next sweep goes on there.
 * @throws AppError `store_unavailable`.
 */
export async function sweep(
  { store, now, auth }: Pick<Services, 'store' | 'now' | 'auth'>,
  signal?: AbortSignal,
  waste: WasteOf = wasteOf,
): Promise<number> {
  let swept = 0
  for (;;) {
    if (signal?.aborted === true) return swept
    const removed = await store.transaction(async tx => {
      let count = 0
      for await (const { table, id } of waste(tx, now(), auth.lifetimes)) {
        await tx[table].remove(id)
        count += 1
        if (count === RECORDS_A_TRANSACTION) break
      }
      return count
    })
    swept += removed
    if (removed < RECORDS_A_TRANSACTION) return swept
  }
}

type WasteOf = (tx: Transaction, now: Date, lifetimes: Lifetimes) => AsyncGenerator<Waste>

/** What is to go, in pages: whoever reads on has removed what it was given. */
async function* wasteOf(tx: Transaction, now: Date, lifetimes: Lifetimes): AsyncGenerator<Waste> {
  const at = now.toISOString()
  for (const table of ['replays', 'staged_files', 'reservations'] as const) {
    yield* pages(table, async () => {
      const { items } = await tx[table].page('all', '', { limit: RECORDS_A_TRANSACTION })
      return items.filter(({ expires_at }) => expires_at <= at)
    })
  }
  yield* expiredRecords(tx, now, lifetimes)
  for (const project of await tx.projects.list('deleted', '')) if (isGone(project, now)) yield* remainsOf(project, tx)
}

/** Everything of a project, itself at last, so that a sweep that was cut short finds it again. */
async function* remainsOf(project: Frozen<ProjectRecord>, tx: Transaction): AsyncGenerator<Waste> {
  const { id } = project
  const limit = { limit: RECORDS_A_TRANSACTION }
  const entriesOf = async (fileId: string) => (await tx.entries.page('file', fileId, limit)).items
  for (const file of await tx.files.list('project', id)) {
    for (let page = await entriesOf(file.id); page.length > 0; page = await entriesOf(file.id)) {
      for (const entry of page) {
        yield* pages('translations', () => tx.translations.list('entry', entry.id))
        yield { table: 'entries', id: entry.id }
      }
    }
    yield* pages('branch_files', () => tx.branch_files.list('file', file.id))
    yield { table: 'files', id: file.id }
  }
  for (const table of ['target_files', 'batches', 'comments', 'reservations', 'staged_files'] as const) {
    yield* pages(table, async () => (await tx[table].page('project', id, limit)).items)
  }
  yield* pages('glossary_terms', async () => (await tx.glossary_terms.page('owner', id, limit)).items)
  for (const table of ['voices', 'glossaries'] as const) {
    if ((await tx[table].get(id)) !== undefined) yield { table, id }
  }
  yield { table: 'projects', id }
}

async function* pages(
  table: CollectionName,
  next: () => Promise<readonly { readonly id: string }[]>,
): AsyncGenerator<Waste> {
  for (let items = await next(); items.length > 0; items = await next()) {
    for (const { id } of items) yield { table, id }
  }
}

const EVERY_MS = 60_000
const WHOLE_EVERY = 60

/**
 * Sweeps every minute what strangers make, and a minute from now and then every hour all that there is; never two at once. Returns the function that
 * stops it.
 */
export function sweepRegularly(services: Services): () => void {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout
  let turn = 0
  const next = (): void => {
    timer = setTimeout(() => void run(), EVERY_MS).unref()
  }
  const run = async (): Promise<void> => {
    try {
      const isWhole = turn % WHOLE_EVERY === 0
      turn += 1
      const records = await sweep(services, stopping.signal, isWhole ? wasteOf : expiredRequests)
      if (records > 0) services.log.info({ records }, 'what expired was removed from the store')
    } catch (error) {
      services.log.warn({ err: error }, 'what expired could not be removed from the store')
    }
    if (!stopping.signal.aborted) next()
  }
  next()
  return () => {
    stopping.abort()
    clearTimeout(timer)
  }
}
