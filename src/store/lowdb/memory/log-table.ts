import type { LogPageOptions, Page } from '../../store.ts'
import { damagedCursor, decodePosition, encodePosition } from '../cursor.ts'
import type { LogDefinition, StoredRecord } from '../definitions.ts'
import { hashOf } from '../disk/log-index.ts'
import type { LogSegment } from '../disk/log-segment.ts'
import { type Seconds, secondsOf, spanOf, touches } from '../disk/seconds.ts'
import { checkLimit, keyMap, takenId } from '../faults.ts'
import { sealed } from './record.ts'
import { Row } from './row.ts'

/** A record of a log with its place: how many came before it. */
interface Found {
  readonly place: number
  readonly record: StoredRecord
}

/** What a dump reads of a log. */
interface Captured {
  /** Oldest first. */
  batches(): AsyncIterable<readonly StoredRecord[]>
  /** From now on the files may go. */
  release(): void
}

/** One append-only collection: what came since the last snapshot is in memory, all before that in segments on the disk. */
export class LogTable {
  readonly name: string
  readonly definition: LogDefinition
  /** How many records are durable. */
  durableSize = 0
  #segments: readonly LogSegment[] = []
  #recent: Row[] = []
  #beforeRecent = 0
  /** The segments that each look-up or dump under way may still read. */
  readonly #uses = new Set<readonly LogSegment[]>()
  readonly #byId = new Map<string, Row>()
  readonly #index: ReadonlyMap<string, Map<string, Row[]>>

  constructor(name: string, definition: LogDefinition) {
    this.name = name
    this.definition = definition
    this.#index = new Map(Object.keys(definition.index).map(index => [index, new Map<string, Row[]>()]))
  }

  /** How many records came before those in memory: what is in segments, and what is gone. */
  get beforeRecent(): number {
    return this.#beforeRecent
  }

  /** Files that somebody may still read, also of segments that are gone. */
  get filesInUse(): readonly string[] {
    return [...this.#uses].flat().map(({ file }) => file)
  }

  async get(id: string, at: number): Promise<StoredRecord | undefined> {
    const recent = this.#byId.get(id)
    if (recent !== undefined) return recent.isSeen(at) ? sealed(recent.record) : undefined
    const hash = hashOf(id)
    return this.#using(this.#segments.toReversed(), async segments => {
      for (const segment of segments) {
        if (!segment.mayHave('id', hash)) continue
        const [found] = await segment.find('id', id, { below: Number.POSITIVE_INFINITY, limit: 1 })
        if (found !== undefined) return found.record
      }
      return undefined
    })
  }

  async page(index: string, key: string, options: LogPageOptions, at: number): Promise<Page<StoredRecord>> {
    const { limit, after } = options
    checkLimit(limit)
    const made = spanOf(options.made)
    const recent = keyMap(this.#index, this.name, index).get(key) ?? []
    const below = after === undefined ? Number.POSITIVE_INFINITY : placeAfter(after)
    const isMeant = (row: Row): boolean => row.isSeen(at) && this.#isMadeIn(made, row)
    const found = newestFirst(recent, { below, limit: limit + 1, isMeant })
    const hash = hashOf(key)
    await this.#using(this.#segments.toReversed(), async segments => {
      for (const segment of segments) {
        if (found.length > limit) break
        if (!segment.mayHave(index, hash)) continue
        found.push(...(await segment.find(index, key, { below, made, limit: limit + 1 - found.length })))
      }
    })
    const items = found.slice(0, limit)
    const last = items.at(-1)
    const more = found.length > limit && last !== undefined
    const next = more && { next: encodePosition({ sort: placeKey(last.place), id: last.record.id }) }
    return { items: items.map(({ record }) => record), ...next }
  }

  /** Every record that a view sees now, however the log grows or is trimmed meanwhile. */
  capture(at: number): Captured {
    const segments = [...this.#segments]
    const recent = this.recent(at)
    this.#uses.add(segments)
    return { batches: () => readAll(segments, recent), release: () => void this.#uses.delete(segments) }
  }

  /** The segments at the old end whose records were all made before an instant, oldest first. */
  async *oldEnd(before: string): AsyncGenerator<LogSegment> {
    for (const segment of this.#segments) {
      if (!(await segment.isOlder(before, this.definition.at))) return
      yield segment
    }
  }

  /** Whether the oldest durable record that is in memory was made before an instant. */
  keepsOlder(before: string, at: number): boolean {
    const [oldest] = this.#recent
    return oldest?.isSeen(at) === true && this.definition.at(oldest.record) < before
  }

  /** So many of the oldest segments are no part of the log any more. */
  dropOldest(count: number): void {
    for (const segment of this.#segments.slice(0, count)) this.durableSize -= segment.count
    this.#segments = this.#segments.slice(count)
  }

  /** What a view sees of the records that are not in a segment yet, oldest first. */
  recent(at: number): readonly Row[] {
    return this.#recent.filter(row => row.isSeen(at))
  }

  /** A row for a record that comes next. */
  makeRow(record: StoredRecord, from: number): Row {
    return new Row(record, placeKey(this.#beforeRecent + this.#recent.length), from)
  }

  async isOnDisk(id: string): Promise<boolean> {
    const hash = hashOf(id)
    return this.#using([...this.#segments], async segments => {
      for (const segment of segments) if (segment.mayHave('id', hash) && (await segment.has(id))) return true
      return false
    })
  }

  /** @throws AppError `already_exists` when a record that is not in a segment yet has this id. */
  assertFree(id: string): void {
    if (this.#byId.has(id)) throw takenId(id, this.name)
  }

  append(row: Row): void {
    this.#recent.push(row)
    this.#byId.set(row.id, row)
    for (const [buckets, key] of this.#keys(row)) {
      const rows = buckets.get(key)
      if (rows === undefined) buckets.set(key, [row])
      else rows.push(row)
    }
  }

  /** Undoes the newest `append`. */
  undo(row: Row): void {
    this.#recent.pop()
    this.#byId.delete(row.id)
    for (const [buckets, key] of this.#keys(row)) {
      const rows = buckets.get(key)
      rows?.pop()
      if (rows?.length === 0) buckets.delete(key)
    }
  }

  /** Takes what the disk has, before which so many records are gone. */
  load(segments: readonly LogSegment[], trimmed: number): void {
    this.#segments = segments
    this.durableSize = segments.reduce((sum, { count }) => sum + count, 0)
    this.#beforeRecent = trimmed + this.durableSize
  }

  /** Takes a record from the journal. */
  replay(record: StoredRecord): void {
    this.append(this.makeRow(record, 0))
    this.durableSize++
  }

  /** The oldest recent records are in this segment from now on. */
  adopt(segment: LogSegment): void {
    const rest = this.#recent.slice(segment.count)
    this.#segments = [...this.#segments, segment]
    this.#beforeRecent += segment.count
    this.#recent = []
    this.#byId.clear()
    for (const buckets of this.#index.values()) buckets.clear()
    for (const row of rest) this.append(row)
  }

  #isMadeIn(span: Seconds, { record }: Row): boolean {
    const made = secondsOf(this.definition.at(record))
    return touches(span, { from: made, to: made })
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

  *#keys(row: Row): Iterable<readonly [Map<string, Row[]>, string]> {
    for (const [index, buckets] of this.#index) {
      const key = this.definition.index[index]?.(row.record)
      if (key !== undefined) yield [buckets, key]
    }
  }
}

const BATCH = 1000

/** @throws AppError `invalid_input` when this is not the `next` of a page of a log. */
function placeAfter(cursor: string): number {
  const place = Number(decodePosition(cursor).sort)
  if (!Number.isInteger(place)) throw damagedCursor(cursor)
  return place
}

const placeKey = (place: number): string => String(place).padStart(12, '0')

async function* readAll(segments: readonly LogSegment[], recent: readonly Row[]) {
  for (const segment of segments) yield* segment.all()
  for (let n = 0; n < recent.length; n += BATCH) yield recent.slice(n, n + BATCH).map(row => sealed(row.record))
}

interface Bounds {
  readonly below: number
  readonly limit: number
  readonly isMeant: (row: Row) => boolean
}

function newestFirst(rows: readonly Row[], { below, limit, isMeant }: Bounds): Found[] {
  const found: Found[] = []
  for (let n = countBelow(rows, below) - 1; n >= 0 && found.length < limit; n--) {
    const row = rows[n]
    if (row !== undefined && isMeant(row)) found.push({ place: Number(row.sort), record: sealed(row.record) })
  }
  return found
}

/** How many rows, oldest first, have a place below this one. */
function countBelow(rows: readonly Row[], below: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (Number(rows[middle]?.sort) < below) low = middle + 1
    else high = middle
  }
  return low
}
