import { AppError } from '../../../errors.ts'
import type { CheckResult } from '../../../l10n/checks/check.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { AccountRecord } from '../../../store/records/identity.ts'
import type { RunPartRecord } from '../../../store/records/runs.ts'
import type { Reader, Transaction } from '../../../store/store.ts'
import { type CheckRequest, type Computation, NotComputedError } from '../../../workers/computation.ts'
import type { Services } from '../../pipeline/call.ts'
import { assertWithinQuota } from '../../quota/assert-within-quota.ts'
import { beginBatch, saveBatch, settleBatch } from '../../translations/batch.ts'
import { CheckRulesReader, toCheckRequest } from '../../translations/check-rules.ts'
import { recordTranslation } from '../../translations/record-text.ts'
import type { Project } from '../../translations/records.ts'
import { replacesApproved } from '../../translations/text-history.ts'
import { getVoiceStamp } from '../../voice/stamps.ts'
import { checkSubmissions } from '../../work/check-submissions.ts'
import { addRunUsage, type Run } from '../plan.ts'
import { type Decision, decideItem, type Item, type Writer } from './decide-item.ts'
import { loadUnits } from './load-units.ts'

export type Part = Frozen<RunPartRecord>

export interface Application {
  readonly part: Part
  /** The worker of the run. */
  readonly worker: string | undefined
  readonly project: Project
  readonly account: Frozen<AccountRecord>
  readonly writer: Writer
  /** The items that the writer answered or should have. */
  readonly isAnswered: (item: Item) => boolean
  /** The position of the next engine for the locale; undefined after the last one. */
  readonly next: number | undefined
}

type ApplyServices = Pick<Services, 'store' | 'now' | 'newId' | 'limits' | 'heap' | 'compute' | 'leases' | 'telemetry'>

/** Attempts to check before the transaction; the last one checks inside. */
const MAX_ATTEMPTS = 4

/**
 * Stores the answers of a part as translations, in the batch of the run: all or none of them. The checks are those of every write.
 * @returns the part, or undefined if the run has ended or has another worker meanwhile
 * @throws AppError `quota_exceeded`, `unavailable` when memory is short.
 */
export async function applyAnswers(application: Application, services: ApplyServices): Promise<Part | undefined> {
  const { part, project } = application
  const { store, compute, heap, leases } = services
  const computed = compute.forCall({ queue: 'runs' })
  for (let attempt = 1; ; attempt += 1) {
    await checkItems(application, store.read, computed)
    computed.cacheOnly = attempt < MAX_ATTEMPTS
    try {
      heap.assertRoom()
      const after = await store.transaction(tx => writeItems(application, tx, computed, services), {
        lock: project.id,
        user: `run ${part.run_id}`,
      })
      const ended = (after?.items ?? []).flatMap(({ outcome, entry_id }) =>
        outcome === undefined ? [] : [{ entry_id, locale: part.locale }],
      )
      await leases.release(project.id, ended, services.now())
      countOutcomes(part, after, services)
      return after
    } catch (error) {
      if (!(error instanceof NotComputedError)) throw error
      computed.cacheOnly = false
    }
  }
}

/** Counts the items that have an outcome now, and had none before. */
function countOutcomes(part: Part, after: Part | undefined, { telemetry }: Pick<Services, 'telemetry'>): void {
  for (const [at, { outcome }] of (after?.items ?? []).entries()) {
    if (outcome !== undefined && part.items[at]?.outcome === undefined) telemetry.meters.runItemsEnded(outcome, 1)
  }
}

async function writeItems(
  application: Application,
  tx: Transaction,
  computed: Computation,
  services: ApplyServices,
): Promise<Part | undefined> {
  const { part, worker, project, account, writer, isAnswered, next } = application
  const run = await tx.runs.get(part.run_id)
  if (run === undefined || !IS_OPEN.has(run.state) || run.worker !== worker) return undefined
  const claimQuota = async (_: unknown, change: Parameters<typeof assertWithinQuota>[1]): Promise<void> =>
    assertWithinQuota(account, change, { read: tx, limits: services.limits, isWritten: true })
  const batch = await beginBatch(
    { id: run.batch_id, kind: 'run', project, entry: undefined, origin: { ...run.origin, run_id: run.id }, claimQuota },
    tx,
    services,
  )
  const { units, checked } = await checkItems(application, tx, computed)
  const stamp = await getVoiceStamp(project, part.locale, tx)
  const items: Item[] = []
  let writes = 0
  for (const [at, item] of part.items.entries()) {
    if (!isAnswered(item)) {
      items.push(item)
      continue
    }
    const unit = units[at]
    const decision: Decision = decideItem(item, unit, checked[at], {
      run,
      project,
      writer,
      next,
      batch,
      stamp,
      replacesApproved: unit !== undefined && (await replacesApproved(unit.translation, unit.line, tx)),
    })
    items.push(decision.item)
    const { before, after } = decision
    if (before === undefined || after === undefined || after === before) continue
    await recordTranslation(before, after, batch)
    writes += 1
  }
  if (writes > 0) await saveWrites(run, batch)
  return saveProgress(run, part, items, tx)
}

async function saveWrites(run: Run, batch: Parameters<typeof saveBatch>[0]): Promise<void> {
  if ((await batch.tx.batches.get(batch.id)) !== undefined) return settleBatch(batch)
  for (const locale of run.filter.locales) batch.locales.add(locale)
  await saveBatch(batch, {}, run.note)
}

/** Stores the items of a part, and what the run has done so far. */
async function saveProgress(
  run: Run,
  { usage, model: _model, engine: _engine, event: _event, ...part }: Part,
  items: readonly Item[],
  tx: Transaction,
): Promise<Part> {
  const isDone = items.every(({ outcome }) => outcome !== undefined)
  const events = run.events + 1
  const after: Part = {
    ...part,
    items: [...items],
    state: isDone ? 'done' : 'waiting',
    reserved: 0,
    ...(isDone && { event: events }),
  }
  await tx.run_parts.put(after)
  const counts: Record<string, number> = { ...run.counts }
  for (const [at, { outcome }] of items.entries()) {
    if (outcome !== undefined && part.items[at]?.outcome === undefined) counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  await tx.runs.put({ ...run, counts, events, ...(usage !== undefined && { usage: addRunUsage(run.usage, usage) }) })
  return after
}

const IS_OPEN: ReadonlySet<Run['state']> = new Set(['running', 'paused'] as const)

/** Checks the answers of a part; results are cached, so that the transaction only compares. */
async function checkItems(
  { part, project, isAnswered }: Application,
  read: Reader,
  computed: Computation,
): Promise<{
  readonly units: Awaited<ReturnType<typeof loadUnits>>
  readonly checked: readonly (CheckResult | undefined)[]
}> {
  const run = await read.runs.get(part.run_id)
  if (run === undefined) throw new AppError('not_found', 'The run is gone.')
  const units = await loadUnits(part, project, run.filter.branch, { read, computed })
  const checker = new CheckRulesReader(project, run.filter.branch, read, computed)
  const requests: CheckRequest[] = []
  const places: number[] = []
  for (const [at, item] of part.items.entries()) {
    const unit = units[at]
    if (item.answer === undefined || unit === undefined || unit.line.src !== item.src || !isAnswered(item)) continue
    const text = { entry: unit.entry, line: unit.line, value: item.answer }
    requests.push(toCheckRequest(text, await checker.getTextRules(text, part.locale)))
    places.push(at)
  }
  const results = await checkSubmissions(requests, computed)
  const checked: (CheckResult | undefined)[] = part.items.map(() => undefined)
  for (const [nth, at] of places.entries()) checked[at] = results[nth]
  return { units, checked }
}
