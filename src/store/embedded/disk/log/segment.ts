import { basename } from 'node:path'
import { Pacer } from '../../../../scheduling/pacer.ts'
import { tryParseJson } from '../../../../text/try-parse-json.ts'
import type { LogDefinition, StoredRecord } from '../../../engine/definitions.ts'
import { damagedFileError } from '../../errors.ts'
import { freezeRecord } from '../../memory/record.ts'
import { formatChecksumLine, parseChecksumLine } from '../checksum.ts'
import type { ByteRange, DurableFiles } from '../durable-files.ts'
import { TextBuffer } from '../text-buffer.ts'
import { findCandidateLines, hashKey, type LogIndex, LogIndexBuilder, mayContainHash, mayOverlap } from './key-index.ts'
import { ALL_TIME, type SecondsRange } from './seconds.ts'

interface SegmentQuery {
  /** Returns only records below this place. */
  readonly below: number
  readonly limit: number
  /** Records outside of this period may be skipped. Default: all time. */
  readonly made?: SecondsRange
}

/** A log record and its place: the number of records before it. */
export interface PlacedRecord {
  readonly place: number
  readonly record: StoredRecord
}

const BATCH_LINES = 1000
const NO_HASHES = new Uint32Array()

/** An immutable part of a log: its records are on disk, its index in memory. */
export class LogSegment {
  readonly count: number
  /** File name. */
  readonly file: string
  readonly #first: number
  readonly #path: string
  readonly #index: LogIndex
  readonly #keys: LogDefinition['index']
  readonly #files: DurableFiles

  constructor(path: string, first: number, index: LogIndex, keys: LogDefinition['index'], files: DurableFiles) {
    this.count = index.offsets.length - 1
    this.file = basename(path)
    this.#first = first
    this.#path = path
    this.#index = index
    this.#keys = keys
    this.#files = files
  }

  /** Whether a record may have a key with this hash. Reads no file. */
  mayHave(index: string, hash: number): boolean {
    return mayContainHash(this.#index, index, hash)
  }

  /** The key hashes of all records. */
  hashes(index: string): Uint32Array {
    return this.#index.keys.get(index)?.hashes ?? NO_HASHES
  }

  async has(id: string): Promise<boolean> {
    const [found] = await this.find('id', id, { below: Number.POSITIVE_INFINITY, limit: 1 })
    return found !== undefined
  }

  /** Finds records by an index key, newest first. */
  async find(
    index: string,
    key: string,
    { below, limit, made = ALL_TIME }: SegmentQuery,
  ): Promise<readonly PlacedRecord[]> {
    if (!mayOverlap(this.#index, made)) return []
    const found: PlacedRecord[] = []
    let wanted: number[] = []
    const read = async (): Promise<void> => {
      if (wanted.length === 0) return
      for (const placed of await this.#read(wanted)) {
        if (this.#getKey(index, placed.record) === key) found.push(placed)
      }
      wanted = []
    }
    for (const line of findCandidateLines(this.#index, index, hashKey(key), { below: below - this.#first, made })) {
      if (wanted.push(line) + found.length < limit) continue
      await read()
      if (found.length >= limit) return found
    }
    await read()
    return found
  }

  /** Whether all records were created before an instant. Reads the last one first: clocks usually go forward, so it usually decides. */
  async isOlder(before: string, madeAt: LogDefinition['at']): Promise<boolean> {
    const last = await this.#read([this.count - 1])
    if (last.some(({ record }) => madeAt(record) >= before)) return false
    for await (const records of this.all()) if (records.some(record => madeAt(record) >= before)) return false
    return true
  }

  /** Yields all records, oldest first. */
  async *all(): AsyncIterable<readonly StoredRecord[]> {
    for (let line = 0; line < this.count; line += BATCH_LINES) {
      const lines = Array.from({ length: Math.min(BATCH_LINES, this.count - line) }, (_, n) => line + n)
      const placed = await this.#read(lines)
      yield placed.map(({ record }) => record)
    }
  }

  /** Reads the records of these lines, in the given order. Reads adjacent lines together. */
  async #read(lines: readonly number[]): Promise<readonly PlacedRecord[]> {
    const { offsets } = this.#index
    const texts = new Map<number, Buffer>()
    const runs = groupConsecutive(lines)
    const ranges = runs.map(({ from, to }): ByteRange => ({ from: offsets[from] ?? 0, to: offsets[to] ?? 0 }))
    for (const [n, bytes] of (await this.#files.readRanges(this.#path, ranges)).entries()) {
      const { from, to } = runs[n] ?? { from: 0, to: 0 }
      const start = offsets[from] ?? 0
      for (let line = from; line < to; line++) {
        texts.set(line, bytes.subarray((offsets[line] ?? 0) - start, (offsets[line + 1] ?? 0) - start))
      }
    }
    return lines.map(line => {
      const record = parseRecordLine(texts.get(line) ?? Buffer.alloc(0))
      if (record === undefined) throw damagedFileError(this.#path, `the line at byte ${offsets[line]} is damaged`)
      return { place: this.#first + line, record }
    })
  }

  #getKey(index: string, record: StoredRecord): string | undefined {
    return index === 'id' ? record.id : this.#keys[index]?.(record)
  }
}

/** Groups consecutive lines into ranges; `to` is excluded. */
function groupConsecutive(lines: readonly number[]): readonly ByteRange[] {
  const runs: { from: number; to: number }[] = []
  for (const line of lines.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last?.to === line) last.to++
    else runs.push({ from: line, to: line + 1 })
  }
  return runs
}

/** Parses a line, given with its line break; undefined if it is damaged. */
export function parseRecordLine(line: Buffer): StoredRecord | undefined {
  const text = parseChecksumLine(line.subarray(0, -1))
  return text && freezeRecord(tryParseJson(text.toString()) as StoredRecord)
}

/** The content of the two files of a segment. */
export interface LogFiles {
  readonly lines: TextBuffer
  readonly index: LogIndex
}

/** Encodes the records of a segment and builds its index. */
export async function buildSegment(definition: LogDefinition, records: Iterable<StoredRecord>): Promise<LogFiles> {
  const builder = new LogIndexBuilder(definition)
  const lines = new TextBuffer()
  const pace = new Pacer()
  for (const record of records) {
    if (pace.shouldYield) await pace.yieldNow()
    const line = formatChecksumLine(JSON.stringify(record))
    builder.add(record, Buffer.byteLength(line))
    lines.add(line)
  }
  return { lines, index: await pace.run(builder.build()) }
}
