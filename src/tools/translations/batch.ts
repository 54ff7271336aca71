import { enqueueEvent } from '../../events/enqueue.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { BatchRecord, HistoryRecord, Origin, ProjectRecord } from '../../store/records/localization.ts'
import { textSize } from '../../store/records/sizes.ts'
import type { EventType } from '../../store/records/webhooks.ts'
import type { Transaction } from '../../store/store.ts'
import type { Services, WriteContext } from '../pipeline/call.ts'
import { textBytes } from '../quota/usage.ts'
import { requestRecheck, toEqualScope } from '../recheck/requests.ts'
import { omitUndefined } from '../schemas/omit-undefined.ts'
import { type Change, findChangedLocales } from './delivered.ts'
import type { EqualKeys } from './equal-texts.ts'
import { getOrigin } from './origin.ts'
import { addWords, type WordTally } from './words-by-day.ts'

/** The writes of one call, which can be listed and reverted as one. */
export interface Batch {
  readonly id: string
  readonly kind: BatchRecord['kind']
  readonly project: Frozen<ProjectRecord>
  /** The ID of the entry that an annotation is about. */
  readonly entry: string | undefined
  /** The ID of the review that it ends. */
  readonly review?: string
  readonly origin: Origin
  readonly at: string
  readonly tx: Transaction
  readonly newId: () => string
  /** Locales whose translations it changed or commented on so far. */
  readonly locales: Set<string>
  /** Stamps of the voice by locale, each read once. */
  readonly stamps: Map<string, string>
  /** Keys of the equal sources and translations that its writes concern; see `noteEqualTexts`. */
  readonly equal: EqualKeys
  /** What it did to translations so far, for `findChangedLocales`. */
  readonly changes: Change[]
  /** Locales in which it replaced a file so far that every pull edits. */
  readonly replacedFiles: Set<string>
  /** Bytes of the project's texts before the batch. */
  readonly textsBefore: number
  /** Bytes that it added to the history so far. */
  readonly appended: { bytes: number }
  /** Translations that it wrote so far where there was none, and over another one. */
  readonly written: { new: number; replaced: number }
  /** Words that it translated so far. */
  readonly words: WordTally
  readonly claimQuota: WriteContext['claimQuota']
}

/** Begins a batch. Its record is written by `saveBatch`. */
export async function openBatch(
  kind: BatchRecord['kind'],
  project: Frozen<ProjectRecord>,
  context: Pick<WriteContext, 'services' | 'principal' | 'client' | 'tx' | 'claimQuota'>,
  entry?: string,
): Promise<Batch> {
  const { services, tx, claimQuota } = context
  const batch = { id: services.newId(), kind, project, entry, origin: getOrigin(context), claimQuota }
  return beginBatch(batch, tx, services)
}

/** Begins a batch of anybody. */
export async function beginBatch(
  batch: Pick<Batch, 'id' | 'kind' | 'project' | 'entry' | 'origin' | 'claimQuota'>,
  tx: Transaction,
  { now, newId }: Pick<Services, 'now' | 'newId'>,
): Promise<Batch> {
  return {
    ...batch,
    at: now().toISOString(),
    tx,
    newId,
    locales: new Set(),
    stamps: new Map(),
    equal: { sources: new Set(), values: new Set() },
    changes: [],
    replacedFiles: new Set(),
    textsBefore: await textBytes(batch.project.id, tx),
    appended: { bytes: 0 },
    written: { new: 0, replaced: 0 },
    words: { users: 0, agents: 0 },
  }
}

/**
 * Writes the record of a batch that changed something, counts its bytes, and requests that the equal texts of others are checked again.
 * @param change of the project record
 * @throws AppError `quota_exceeded` when the account has no room for its texts or its history
 */
export async function saveBatch(
  batch: Batch,
  counts: Readonly<Record<string, number>>,
  note?: string,
  change?: Partial<Frozen<ProjectRecord>>,
): Promise<void> {
  const { id, kind, project, entry, review, origin, at, locales, written, tx } = batch
  // A run writes on after its batch is stored.
  const isWhole = kind !== 'run' && written.new + written.replaced > 0
  await tx.batches.append({
    id,
    project_id: project.id,
    kind,
    origin,
    ...omitUndefined({ entry_id: entry, review_id: review, note }),
    counts,
    ...(locales.size > 0 && { locales: [...locales].sort() }),
    ...(isWhole && { written: { ...written } }),
    at,
  })
  await settleBatch(batch, textSize(note ?? ''), change)
  await tellWebhooks(batch, counts)
}

/** The event of each kind of batch that webhooks can be told. */
const EVENTS: Readonly<Partial<Record<BatchRecord['kind'], EventType>>> = {
  push: 'source.pushed',
  submit: 'work.submitted',
  review: 'review.decided',
}

/** Tells the event of a batch. A batch that changes what a pull delivers is told as submitted work, too; a run has an event for its end. */
async function tellWebhooks(batch: Batch, counts: Readonly<Record<string, number>>): Promise<void> {
  const { kind, review, locales, project, changes, replacedFiles, tx } = batch
  // The batch of a revert can be the end of a review.
  const type = review === undefined ? EVENTS[kind] : 'review.decided'
  if (type !== undefined) await tellEvent(type, batch, counts, () => locales)
  if (type === 'work.submitted' || kind === 'run') return
  await tellEvent('work.submitted', batch, counts, async () => {
    const changed = new Set([...replacedFiles, ...(await findChangedLocales(changes, project.settings, tx))])
    return changed.size === 0 ? undefined : changed
  })
}

/** @param findLocales the locales that the event is about; without an answer, it is not told */
async function tellEvent(
  type: EventType,
  { id, project, review, origin, at, tx }: Batch,
  counts: Readonly<Record<string, number>>,
  findLocales: () => Promise<ReadonlySet<string> | undefined> | ReadonlySet<string>,
): Promise<void> {
  const { id: project_id, account_id, slug } = project
  await enqueueEvent(
    { type, account_id, project_id },
    async () => {
      const locales = await findLocales()
      if (locales === undefined) return undefined
      const [account, user] = await Promise.all([tx.accounts.get(account_id), tx.users.get(origin.user_id)])
      return {
        project: `${account?.handle ?? ''}/${slug}`,
        ...(review !== undefined && { review }),
        batch: id,
        counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
        locales: [...locales].sort(),
        by: { kind: origin.kind, user: user?.handle ?? null },
      }
    },
    tx,
    new Date(at),
  )
}

/** Counts what a batch wrote, and requests that the equal texts of others are checked again. The writes of a run settle several times. */
export async function settleBatch(
  { project, at, tx, newId, textsBefore, appended, words, locales, equal, claimQuota }: Batch,
  noteBytes = 0,
  change?: Partial<Frozen<ProjectRecord>>,
): Promise<void> {
  if (equal.sources.size + equal.values.size > 0) {
    const scope = toEqualScope(equal.sources, equal.values)
    await requestRecheck({ owner: 'project', owner_id: project.id }, scope, tx, { newId, now: () => new Date(at) })
  }
  const history = appended.bytes + noteBytes
  await addHistory(project.id, history, tx, { at, words, locales })
  if (change !== undefined) await tx.projects.put({ ...project, ...change })
  const account = await tx.accounts.get(project.account_id)
  if (account === undefined) return
  const bytes = (await textBytes(project.id, tx)) - textsBefore
  await claimQuota(account, { used: { bytes, history } }, true)
}

/** What a batch did to translations. */
type Activity = Pick<Batch, 'at' | 'words' | 'locales'>

/** Adds bytes to the size of a project's history, and what was done to its recent activity. */
export async function addHistory(id: string, bytes: number, tx: Transaction, activity?: Activity): Promise<void> {
  const kept = await tx.histories.get(id)
  const history = { id, ...kept, bytes: (kept?.bytes ?? 0) + bytes, ...(activity && addActivity(kept, activity)) }
  if (kept === undefined) await tx.histories.insert(history)
  else await tx.histories.put(history)
}

function addActivity(
  kept: Pick<Frozen<HistoryRecord>, 'days' | 'active'> | undefined,
  { at, words, locales }: Activity,
): Pick<HistoryRecord, 'days' | 'active'> {
  const days = addWords(kept?.days ?? [], at, words)
  const active = { ...kept?.active, ...Object.fromEntries([...locales].map(locale => [locale, at])) }
  return { ...(days.length > 0 && { days: [...days] }), ...(Object.keys(active).length > 0 && { active }) }
}
