import { AppError } from '../../errors.ts'
import type { Change, Checksums, Dump, DumpBatch, Store, StoreExport } from '../store.ts'
import { findDifference } from './checksum.ts'
import type { RecordChange, StoreImport } from './store-import.ts'

/** What a move does now. */
export type MovePhase = 'copying' | 'catching up' | 'verifying'

export interface MoveOptions {
  readonly id: string
  /** The new place, for people. */
  readonly to: string
  readonly now: () => Date
  /** Aborted by the caller, or when writes are stopped for too long. */
  readonly stop: AbortController
  readonly progress: (phase: MovePhase, done: number, total: number) => void
}

export interface MoveResult {
  readonly records: number
  readonly checksums: Checksums
  readonly copy_seconds: number
  /** Changed records that each round of catching up copied; the last one while no writes were accepted. */
  readonly rounds: readonly number[]
  /** From the refusal of the first write until the move was complete. */
  readonly seconds_without_writes: number
}

/** With at most this many changed records left, writes stop. */
const FEW_CHANGES = 200
const MAX_ROUNDS = 100
/** Changed records in memory at a time, while writes go on. */
const MAX_PART = 5_000
const RENEW_MS = 5_000
const PAGE = 500
const MAX_STOPPED_MS = 10 * 60_000

/**
 * Moves all records of an open store to a new place: copies them, catches up with what changes meanwhile, stops writes, copies the rest, compares checksums of
 * both sides, and marks the old store. Until that mark is written, every failure leaves the old store as it was, with writes.
 * @throws AppError `conflict` when the copy differs.
 */
export async function moveStore(source: Store, target: StoreImport, options: MoveOptions): Promise<MoveResult> {
  const departure = await source.depart(options.id)
  const keeping = keepRenewing(departure)
  const changed = new ChangedRecords(source)
  const outcome = { isCommitted: false }
  try {
    const result = await run({ outcome, source, target, departure, changed, keeping, ...options })
    await keeping.stop()
    await target.confirm(options.id)
    return result
  } catch (error) {
    await keeping.stop()
    // A complete copy stays when it is not known whether the old store was marked; the next attempt finishes the move, or starts over.
    const isLost = error instanceof AppError && error.code === 'conflict'
    const abandoned = outcome.isCommitted && !isLost ? Promise.resolve() : target.abandon()
    await Promise.allSettled([departure.end(), abandoned])
    throw error
  } finally {
    changed.close()
  }
}

interface Running extends MoveOptions {
  readonly source: Store
  readonly target: StoreImport
  readonly departure: StoreExport
  readonly changed: ChangedRecords
  readonly keeping: Keeping
  readonly outcome: { isCommitted: boolean }
}

async function run(move: Running): Promise<MoveResult> {
  const { source, target, departure, changed, keeping, id, to, now, progress } = move
  const began = performance.now()
  const dump = await source.dump()
  const total = Object.values(dump.counts).reduce((sum, count) => sum + count, 0)
  try {
    await target.copy(watched(dump, total, move))
  } finally {
    dump.close()
  }
  const copied = performance.now()
  const rounds: number[] = []
  await catchUp(move, rounds)
  // The second computation, while writes are stopped, is then short: most of it is known.
  progress('verifying', 0, total)
  await Promise.all([target.checksums(), departure.checksums()])
  await catchUp(move, rounds)
  assertGoingOn(move)
  const stopped = performance.now()
  const limit = setTimeout(() => move.stop.abort(tooLongError()), MAX_STOPPED_MS)
  try {
    await departure.stopWrites()
    keeping.assertHolder()
    for (let round = 0; changed.size > 0; round++) {
      if (round === MAX_ROUNDS) throw new Error('Changes of a store without writes cannot be copied.')
      rounds.push(await changed.applyTo(target))
    }
    progress('verifying', 0, total)
    const [theirs, ours] = await Promise.all([target.checksums(), departure.checksums()])
    assertGoingOn(move)
    const difference = findDifference(ours, theirs)
    if (difference !== undefined) throw differenceError(difference, ours, theirs)
    await target.commit(id)
    move.outcome.isCommitted = true
    await departure.complete({ id, to, at: now().toISOString() })
    return {
      records: Object.values(ours).reduce((sum, { records }) => sum + records, 0),
      checksums: ours,
      copy_seconds: seconds(copied - began),
      rounds,
      seconds_without_writes: seconds(performance.now() - stopped),
    }
  } finally {
    clearTimeout(limit)
  }
}

async function catchUp(move: Running, rounds: number[]): Promise<void> {
  while (rounds.length < MAX_ROUNDS && move.changed.size > FEW_CHANGES) {
    assertGoingOn(move)
    move.progress('catching up', 0, move.changed.size)
    rounds.push(await move.changed.applyTo(move.target, MAX_PART))
  }
}

const seconds = (ms: number): number => Math.round(ms / 10) / 100

function assertGoingOn({ stop, keeping }: Running): void {
  stop.signal.throwIfAborted()
  keeping.assertHolder()
}

const tooLongError = (): AppError =>
  new AppError(
    'unavailable',
    `The move was stopped, because it refused writes for ${MAX_STOPPED_MS / 60_000} minutes.`,
    { fix: 'Run it again when fewer records change, or when the new store is faster.' },
  )

async function* watched(dump: Dump, total: number, move: Running): AsyncGenerator<DumpBatch> {
  let done = 0
  for await (const batch of dump.batches()) {
    assertGoingOn(move)
    yield batch
    done += batch.records.length
    move.progress('copying', done, total)
  }
}

const differenceError = (table: string, ours: Checksums, theirs: Checksums): AppError =>
  new AppError(
    'conflict',
    `The copy differs in ${table}: ${ours[table]?.records ?? 0} records with checksum ${ours[table]?.sha256 ?? 'none'}, but ${theirs[table]?.records ?? 0} with ${theirs[table]?.sha256 ?? 'none'} in the new store. Nothing was moved.`,
    { fix: 'Run the command again. If it fails again, report it.' },
  )

interface Keeping {
  /** @throws AppError `conflict` when a renewal came too late. */
  assertHolder(): void
  stop(): Promise<void>
}

function keepRenewing(departure: StoreExport): Keeping {
  let failure: unknown
  let renewing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    renewing = departure.renew().catch((error: unknown) => {
      // Other failures may pass; the last step has the same condition.
      if (error instanceof AppError && error.code === 'conflict') failure ??= error
    })
  }, RENEW_MS)
  return {
    assertHolder: () => {
      if (failure !== undefined) throw failure
    },
    stop: async () => {
      clearInterval(timer)
      await renewing
    },
  }
}

/** The records of the source that changed since they were copied. */
class ChangedRecords {
  readonly #source: Store
  readonly #close: () => void
  #waiting = new Map<string, Change>()

  constructor(source: Store) {
    this.#source = source
    this.#close = source.watch(changes => {
      for (const change of changes) this.#waiting.set(`${change.collection} ${change.id}`, change)
    })
  }

  get size(): number {
    return this.#waiting.size
  }

  /** Copies them, or the first of them, in their present state; returns their number. What changes meanwhile waits for the next round. */
  async applyTo(target: StoreImport, most = Number.POSITIVE_INFINITY): Promise<number> {
    const taken = new Map([...this.#waiting].slice(0, most))
    for (const key of taken.keys()) this.#waiting.delete(key)
    const isApplied = await target.apply(await this.#read([...taken.values()]))
    if (!isApplied) this.#waiting = new Map([...this.#waiting, ...taken])
    return taken.size
  }

  close(): void {
    this.#close()
  }

  async #read(changes: readonly Change[]): Promise<readonly RecordChange[]> {
    const read = this.#source.read as unknown as Readonly<Record<string, AnyReader>>
    const found: RecordChange[] = []
    const tables = new Set(changes.map(({ collection }) => collection))
    for (const table of tables) {
      const ids = changes.filter(({ collection }) => collection === table).map(({ id }) => id)
      const reader = read[table]
      if (reader === undefined) continue
      for (let at = 0; at < ids.length; at += PAGE) {
        const page = ids.slice(at, at + PAGE)
        const records =
          'getEach' in reader ? await reader.getEach(page) : await Promise.all(page.map(id => reader.get(id)))
        found.push(...page.map((id, place) => ({ table, id, record: records[place] })))
      }
    }
    return found
  }
}

type AnyReader =
  | { getEach(ids: readonly string[]): Promise<readonly (RecordChange['record'] | undefined)[]> }
  | { get(id: string): Promise<RecordChange['record'] | undefined> }
