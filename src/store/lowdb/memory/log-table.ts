import type { LogPageOptions, Page } from '../../store.ts'
import { damagedCursorError, decodePosition, encodePosition } from '../cursor.ts'
import type { LogDefinition, StoredRecord } from '../definitions.ts'
import { hashKey } from '../disk/log/key-index.ts'
import { overlaps, type SecondsRange, toSeconds, toSecondsRange } from '../disk/log/seconds.ts'
import type { LogSegment } from '../disk/log/segment.ts'
import { assertLimit, idTakenError } from '../errors.ts'
import { KeyFilter } from './key-filter.ts'
import { type LogRow, LogRows } from './log-rows.ts'
import { freezeRecord } from './record.ts'
import { type Stamp, type View, WriteConflictError } from './stamp.ts'

/** A record of a log with its place: how many came before it. */
interface PlacedRecord {
  readonly place: number
  readonly record: StoredRecord
}

/** What a dump reads of a log. */
interface LogCapture {
  /** Oldest first. */
  batches(): AsyncIterable<readonly StoredRecord[]>
  /** From now on the files may go. */
  release(): void
}

/**
 * One append-only collection: what came since the last snapshot is in memory, all before that in segments on the disk. What a transaction appends gets
 * its place when the transaction completes, so that places are in the order of the journal.
 */
export class LogTable {
  readonly name: string
  readonly definition: LogDefinition
  /** How many records are durable. */
  durableSize = 0
  #segments: readonly LogSegment[] = []
  #recent: LogRows
  #beforeRecent = 0
  /** What keys of each index the segments may have, those that are gone included. */
  readonly #onDisk: ReadonlyMap<string, KeyFilter>
  /** What each transaction that runs appended. */
  readonly #running = new Map<Stamp, LogRows>()
  /** The segments that each look-up or dump under way may still read. */
  readonly #uses = new Set<readonly LogSegment[]>()
  #byId = new Map<string, LogRow>()

  constructor(name: string, definition: LogDefinition) {
    this.name = name
    this.definition = definition
    this.#recent = new LogRows(definition)
    this.#onDisk = new Map(['id', ...Object.keys(definition.index)].map(index => [index, new KeyFilter()]))
  }

  /** How many records came before those in memory: what is in segments, and what is gone. */
  get beforeRecent(): number {
    return this.#beforeRecent
  }

  /** Files that somebody may still read, also of segments that are gone. */
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
    const made = toSecondsRange(options.made)
    const below = after === undefined ? Number.POSITIVE_INFINITY : decodePlace(after)
    const isMeant = (row: LogRow): boolean => row.born.isSeen(view) && this.#isMadeIn(made, row)
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
        found.push(...(await segment.find(index, key, { below, made, limit: limit + 1 - found.length })))
      }
    })
    const items = found.slice(0, limit)
    const last = items.at(-1)
    const more = found.length > limit && last !== undefined
    const next = more && { next: encodePosition({ sort: encodePlace(last.place), id: last.record.id }) }
    return { items: items.map(({ record }) => record), ...next }
  }

  /** Every record that a view sees now, however the log grows or is trimmed meanwhile. */
  capture(view: View): LogCapture {
    const segments = [...this.#segments]
    const recent = this.recent(view)
    this.#uses.add(segments)
    return { batches: () => readAll(segments, recent), release: () => void this.#uses.delete(segments) }
  }

  /** The segments at the old end whose records were all made before an instant, oldest first. */
  async *oldSegments(before: string): AsyncGenerator<LogSegment> {
    for (const segment of this.#segments) {
      if (!(await segment.isOlder(before, this.definition.at))) return
      yield segment
    }
  }

  /** Whether the oldest durable record that is in memory was made before an instant. */
  hasOlderInMemory(before: string, durable: View): boolean {
    const [oldest] = this.#recent.rows
    return oldest?.born.isSeen(durable) === true && this.definition.at(oldest.record) < before
  }

  /** So many of the oldest segments are no part of the log any more. */
  dropOldest(count: number): void {
    for (const segment of this.#segments.slice(0, count)) this.durableSize -= segment.count
    this.#segments = this.#segments.slice(count)
  }

  /** What a view sees of the records that are not in a segment yet, oldest first. */
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

  /** @throws AppError `already_exists` when a record that is not in a segment yet has this id; Collision when its transaction runs beside this one. */
  assertFree(id: string, { own }: View): void {
    const taken = this.#byId.get(id)
    if (taken?.born.isRunning === true && taken.born !== own) throw new WriteConflictError(taken.born)
    if (taken !== undefined) throw idTakenError(id, this.name)
  }

  /** Lets the transaction with this stamp see what it appends. */
  append(record: StoredRecord, born: Stamp): void {
    const rows = this.#running.get(born) ?? new LogRows(this.definition)
    this.#running.set(born, rows)
    this.#byId.set(record.id, rows.append(record, { born }))
  }

  /** Puts what a transaction appended behind all that others did. */
  complete(stamp: Stamp): void {
    const rows = this.#running.get(stamp)
    if (rows === undefined) return
    this.#running.delete(stamp)
    this.#recent.join(rows.content, this.#beforeRecent + this.#recent.rows.length)
  }

  /** Takes back what a transaction appended; those that completed after it must be gone before. */
  undo(stamp: Stamp): void {
    const rows = this.#running.get(stamp)
    this.#running.delete(stamp)
    for (const { record } of rows?.rows ?? []) this.#byId.delete(record.id)
    while (this.#recent.rows.at(-1)?.born === stamp) {
      const row = this.#recent.pop()
      if (row !== undefined) this.#byId.delete(row.record.id)
    }
  }

  /** Takes what the disk has, before which so many records are gone. */
  load(segments: readonly LogSegment[], trimmed: number): void {
    this.#segments = segments
    for (const segment of segments) this.#note(segment)
    this.durableSize = segments.reduce((sum, { count }) => sum + count, 0)
    this.#beforeRecent = trimmed + this.durableSize
  }

  /** Takes a record from the journal. */
  loadFromJournal(record: StoredRecord): void {
    const place = this.#beforeRecent + this.#recent.rows.length
    this.#byId.set(record.id, this.#recent.append(record, { place }))
    this.durableSize++
  }

  /** The oldest recent records are in this segment from now on. */
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

  /** Oldest first; most keys that are looked for are new, and in none. */
  #segmentsWith(index: string, hash: number): readonly LogSegment[] {
    return this.#onDisk.get(index)?.mayHave(hash) === true ? this.#segments : []
  }

  #isMadeIn(span: SecondsRange, { record }: LogRow): boolean {
    const made = toSeconds(this.definition.at(record))
    return overlaps(span, { from: made, to: made })
  }

  /** The files of these segments stay until the work is done. */
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

/** @throws AppError `invalid_input` when this is not the `next` of a page of a log. */
function decodePlace(cursor: string): number {
  const place = Number(decodePosition(cursor).sort)
  if (!Number.isInteger(place)) throw damagedCursorError(cursor)
  return place
}

const encodePlace = (place: number): string => String(place).padStart(12, '0')

async function* readAll(segments: readonly LogSegment[], recent: readonly StoredRecord[]) {
  for (const segment of segments) yield* segment.all()
  for (let n = 0; n < recent.length; n += BATCH_RECORDS) yield recent.slice(n, n + BATCH_RECORDS).map(freezeRecord)
}
