import { damagedCursorError, decodePosition, encodePosition } from '../../engine/cursor.ts'
import type { LogDefinition, StoredRecord } from '../../engine/definitions.ts'
import { assertLimit, idTakenError } from '../../engine/errors.ts'
import type { LogPageOptions, Page } from '../../store.ts'
import { hashKey } from '../disk/log/key-index.ts'
import { overlaps, type SecondsRange, toSeconds, toSecondsRange } from '../disk/log/seconds.ts'
import type { LogSegment, PlacedRecord } from '../disk/log/segment.ts'
import { KeyFilter } from './key-filter.ts'
import { type LogRow, LogRows } from './log-rows.ts'
import { freezeRecord } from './record.ts'
import { type Stamp, type View, WriteConflictError } from './stamp.ts'

/** The records of a log for a dump. */
interface LogCapture {
  /** Oldest first. */
  batches(): AsyncIterable<readonly StoredRecord[]>
  /** Allows the files to be removed. */
  release(): void
}

/**
 * One append-only collection. Records since the last snapshot are in memory, older ones in segments on disk. A record gets its place when its transaction
 * completes, so that places follow the order of the journal.
 */
export class LogTable {
  readonly name: string
  readonly definition: LogDefinition
  /** Number of durable records. */
  durableSize = 0
  #segments: readonly LogSegment[] = []
  #recent: LogRows
  #beforeRecent = 0
  /** Filters over the keys in segments, by index. Trimmed segments stay included. */
  readonly #onDisk: ReadonlyMap<string, KeyFilter>
  /** Appended records of each running transaction. */
  readonly #running = new Map<Stamp, LogRows>()
  /** Segments that a running lookup or dump may still read. */
  readonly #uses = new Set<readonly LogSegment[]>()
  #byId = new Map<string, LogRow>()

  constructor(name: string, definition: LogDefinition) {
    this.name = name
    this.definition = definition
    this.#recent = new LogRows(definition)
    this.#onDisk = new Map(['id', ...Object.keys(definition.index)].map(index => [index, new KeyFilter()]))
  }

  /** Number of records before those in memory: in segments, or trimmed. */
  get beforeRecent(): number {
    return this.#beforeRecent
  }

  /** Files that are still read, including files of trimmed segments. */
  get filesInUse(): readonly string[] {
    return [...this.#uses].flat().map(({ file }) => file)
  }

  async get(id: string, view: View): Promise<StoredRecord | undefined> {
    const recent = this.#byId.get(id)
    if (recent !== undefined) return recent.born.isSeen(view) ? freezeRecord(recent.record) : undefined
    const hash = hashKey(id)
    return this.#using(this.#segmentsWith('id', hash).toReversed(), async segments => {
      for (const segment of segments) {
        if (!segment.mayHave('id', hash)) continue
        const [found] = await segment.find('id', id, { below: Number.POSITIVE_INFINITY, limit: 1 })
        if (found !== undefined) return found.record
      }
      return undefined
    })
  }

  async page(index: string, key: string, options: LogPageOptions, view: View): Promise<Page<StoredRecord>> {
    const { limit, after } = options
    assertLimit(limit)
    const created = toSecondsRange(options.made)
    const below = after === undefined ? Number.POSITIVE_INFINITY : decodePlace(after)
    const isMeant = (row: LogRow): boolean => row.born.isSeen(view) && this.#isMadeIn(created, row)
    const found: PlacedRecord[] = []
    const own = view.own && this.#running.get(view.own)
    for (const rows of [...(own === undefined ? [] : [own]), this.#recent]) {
      const more = rows.find(this.name, index, key, { below, limit: limit + 1 - found.length, isMeant })
      for (const { place, record } of more) found.push({ place, record: freezeRecord(record) })
    }
    const hash = hashKey(key)
    await this.#using(this.#segmentsWith(index, hash).toReversed(), async segments => {
      for (const segment of segments) {
        if (found.length > limit) break
        if (!segment.mayHave(index, hash)) continue
        found.push(...(await segment.find(index, key, { below, made: created, limit: limit + 1 - found.length })))
      }
    })
    const items = found.slice(0, limit)
    const last = items.at(-1)
    const more = found.length > limit && last !== undefined
    const next = more && { next: encodePosition({ sort: encodePlace(last.place), id: last.record.id }) }
    return { items: items.map(({ record }) => record), ...next }
  }

  /** Captures all records that a view sees now. Later appends and trims do not change it. */
  capture(view: View): LogCapture {
    const segments = [...this.#segments]
    const recent = this.recent(view)
    this.#uses.add(segments)
    return { batches: () => readAll(segments, recent), release: () => void this.#uses.delete(segments) }
  }

  /** Yields the oldest segments whose records were all created before an instant, oldest first. */
  async *oldSegments(before: string): AsyncGenerator<LogSegment> {
    for (const segment of this.#segments) {
      if (!(await segment.isOlder(before, this.definition.at))) return
      yield segment
    }
  }

  /** Whether the oldest durable record in memory was created before an instant. */
  hasOlderInMemory(before: string, durable: View): boolean {
    const [oldest] = this.#recent.rows
    return oldest?.born.isSeen(durable) === true && this.definition.at(oldest.record) < before
  }

  /** Removes the `count` oldest segments. */
  dropOldest(count: number): void {
    for (const segment of this.#segments.slice(0, count)) this.durableSize -= segment.count
    this.#segments = this.#segments.slice(count)
  }

  /** Returns the records that a view sees and that are not in a segment yet, oldest first. */
  recent(view: View): readonly StoredRecord[] {
    return this.#recent.rows.filter(({ born }) => born.isSeen(view)).map(({ record }) => record)
  }

  async isOnDisk(id: string): Promise<boolean> {
    const hash = hashKey(id)
    return this.#using([...this.#segmentsWith('id', hash)], async segments => {
      for (const segment of segments) if (segment.mayHave('id', hash) && (await segment.has(id))) return true
      return false
    })
  }

  /** Checks the records in memory only. @throws AppError `already_exists` when the ID is taken, WriteConflictError when a parallel transaction takes it. */
  assertFree(id: string, { own }: View): void {
    const taken = this.#byId.get(id)
    if (taken?.born.isRunning === true && taken.born !== own) throw new WriteConflictError(taken.born)
    if (taken !== undefined) throw idTakenError(id, this.name)
  }

  /** Appends a record that only the transaction with this stamp sees. */
  append(record: StoredRecord, born: Stamp): void {
    const rows = this.#running.get(born) ?? new LogRows(this.definition)
    this.#running.set(born, rows)
    this.#byId.set(record.id, rows.append(record, { born }))
  }

  /** Moves the records of a completed transaction to the end of the log. */
  complete(stamp: Stamp): void {
    const rows = this.#running.get(stamp)
    if (rows === undefined) return
    this.#running.delete(stamp)
    this.#recent.join(rows.content, this.#beforeRecent + this.#recent.rows.length)
  }

  /** Undoes the appends of a transaction. Transactions that completed after it must be undone before. */
  undo(stamp: Stamp): void {
    const rows = this.#running.get(stamp)
    this.#running.delete(stamp)
    for (const { record } of rows?.rows ?? []) this.#byId.delete(record.id)
    while (this.#recent.rows.at(-1)?.born === stamp) {
      const row = this.#recent.pop()
      if (row !== undefined) this.#byId.delete(row.record.id)
    }
  }

  /** Loads the segments. `trimmed` is the number of removed records before them. */
  load(segments: readonly LogSegment[], trimmed: number): void {
    this.#segments = segments
    for (const segment of segments) this.#note(segment)
    this.durableSize = segments.reduce((sum, { count }) => sum + count, 0)
    this.#beforeRecent = trimmed + this.durableSize
  }

  /** Loads a record from a journal. */
  loadFromJournal(record: StoredRecord): void {
    const place = this.#beforeRecent + this.#recent.rows.length
    this.#byId.set(record.id, this.#recent.append(record, { place }))
    this.durableSize++
  }

  /** Replaces the oldest records in memory by a segment that contains them. */
  adopt(segment: LogSegment): void {
    const rest = this.#recent.rows.slice(segment.count)
    this.#segments = [...this.#segments, segment]
    this.#note(segment)
    this.#beforeRecent += segment.count
    this.#recent = new LogRows(this.definition)
    this.#byId = new Map()
    for (const { record, ...at } of rest) this.#byId.set(record.id, this.#recent.append(record, at))
    for (const { rows } of this.#running.values()) for (const row of rows) this.#byId.set(row.record.id, row)
  }

  #note(segment: LogSegment): void {
    for (const [index, filter] of this.#onDisk) filter.add(segment.hashes(index))
  }

  /** Returns all segments, oldest first, or none if no segment has the key. Most looked-up keys are new. */
  #segmentsWith(index: string, hash: number): readonly LogSegment[] {
    return this.#onDisk.get(index)?.mayHave(hash) === true ? this.#segments : []
  }

  #isMadeIn(span: SecondsRange, { record }: LogRow): boolean {
    const created = toSeconds(this.definition.at(record))
    return overlaps(span, { from: created, to: created })
  }

  /** Keeps the files of these segments until the work is done. */
  async #using<T>(segments: readonly LogSegment[], work: (segments: readonly LogSegment[]) => Promise<T>): Promise<T> {
    this.#uses.add(segments)
    try {
      return await work(segments)
    } finally {
      this.#uses.delete(segments)
    }
  }
}

const BATCH_RECORDS = 1000

/** @throws AppError `invalid_input` when the cursor is not the `next` of a log page. */
function decodePlace(cursor: string): number {
  const { sort } = decodePosition(cursor)
  // A database, from before a move, has no places.
  if (!/^\d+$/.test(sort)) throw damagedCursorError(cursor)
  return Number(sort)
}

const encodePlace = (place: number): string => String(place).padStart(12, '0')

async function* readAll(segments: readonly LogSegment[], recent: readonly StoredRecord[]) {
  for (const segment of segments) yield* segment.all()
  for (let n = 0; n < recent.length; n += BATCH_RECORDS) yield recent.slice(n, n + BATCH_RECORDS).map(freezeRecord)
}
