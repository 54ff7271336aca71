import { basename } from 'node:path'
import { Pace } from '../../../pace.ts'
import type { LogDefinition, StoredRecord } from '../definitions.ts'
import { badFile } from '../faults.ts'
import { parseJson } from '../json.ts'
import { sealed } from '../memory/record.ts'
import { openLine, sealLine } from './checksum.ts'
import type { DurableFiles, Range } from './files.ts'
import { candidates, hashOf, type LogIndex, LogIndexBuilder, mayHave, mayHaveMade } from './log-index.ts'
import { Pieces } from './pieces.ts'
import { ALWAYS, type Seconds } from './seconds.ts'

interface Bounds {
  /** Places from here on are left out. */
  readonly below: number
  readonly limit: number
  /** What was made at other times may be left out; default: nothing is. */
  readonly made?: Seconds
}

/** A record of a log and how many came before it. */
interface Placed {
  readonly place: number
  readonly record: StoredRecord
}

const BATCH = 1000
const NONE = new Uint32Array()

/** A stretch of a log that never changes: its records are on the disk, and only its index in memory. */
export class LogSegment {
  readonly count: number
  /** The name of its file. */
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

  /** Whether it may have a record with a key of this hash; costs next to nothing. */
  mayHave(index: string, hash: number): boolean {
    return mayHave(this.#index, index, hash)
  }

  /** Of the keys of all its records. */
  hashes(index: string): Uint32Array {
    return this.#index.keys.get(index)?.hashes ?? NONE
  }

  async has(id: string): Promise<boolean> {
    const [found] = await this.find('id', id, { below: Number.POSITIVE_INFINITY, limit: 1 })
    return found !== undefined
  }

  /** Records under an index key, newest first. */
  async find(index: string, key: string, { below, limit, made = ALWAYS }: Bounds): Promise<readonly Placed[]> {
    if (!mayHaveMade(this.#index, made)) return []
    const found: Placed[] = []
    let wanted: number[] = []
    const read = async (): Promise<void> => {
      if (wanted.length === 0) return
      for (const placed of await this.#read(wanted)) {
        if (this.#keyOf(index, placed.record) === key) found.push(placed)
      }
      wanted = []
    }
    for (const line of candidates(this.#index, index, hashOf(key), { below: below - this.#first, made })) {
      if (wanted.push(line) + found.length < limit) continue
      await read()
      if (found.length >= limit) return found
    }
    await read()
    return found
  }

  /** Whether each record was made before an instant. The last one tells of most segments that it was not: clocks go forward as a rule. */
  async isOlder(before: string, madeAt: LogDefinition['at']): Promise<boolean> {
    const last = await this.#read([this.count - 1])
    if (last.some(({ record }) => madeAt(record) >= before)) return false
    for await (const records of this.all()) if (records.some(record => madeAt(record) >= before)) return false
    return true
  }

  /** Every record, oldest first. */
  async *all(): AsyncIterable<readonly StoredRecord[]> {
    for (let line = 0; line < this.count; line += BATCH) {
      const lines = Array.from({ length: Math.min(BATCH, this.count - line) }, (_, n) => line + n)
      const placed = await this.#read(lines)
      yield placed.map(({ record }) => record)
    }
  }

  /** Records of these lines, in their order; neighbours are read together. */
  async #read(lines: readonly number[]): Promise<readonly Placed[]> {
    const { offsets } = this.#index
    const texts = new Map<number, Buffer>()
    const runs = neighbours(lines)
    const ranges = runs.map(({ from, to }): Range => ({ from: offsets[from] ?? 0, to: offsets[to] ?? 0 }))
    for (const [n, bytes] of (await this.#files.readRanges(this.#path, ranges)).entries()) {
      const { from, to } = runs[n] ?? { from: 0, to: 0 }
      const start = offsets[from] ?? 0
      for (let line = from; line < to; line++) {
        texts.set(line, bytes.subarray((offsets[line] ?? 0) - start, (offsets[line + 1] ?? 0) - start))
      }
    }
    return lines.map(line => {
      const record = readLine(texts.get(line) ?? Buffer.alloc(0))
      if (record === undefined) throw badFile(this.#path, `the line at byte ${offsets[line]} is damaged`)
      return { place: this.#first + line, record }
    })
  }

  #keyOf(index: string, record: StoredRecord): string | undefined {
    return index === 'id' ? record.id : this.#keys[index]?.(record)
  }
}

/** Lines that follow one another, from the first to before the last. */
function neighbours(lines: readonly number[]): readonly Range[] {
  const runs: { from: number; to: number }[] = []
  for (const line of lines.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last?.to === line) last.to++
    else runs.push({ from: line, to: line + 1 })
  }
  return runs
}

/** The record of a line with its line break; undefined when it is damaged. */
export function readLine(line: Buffer): StoredRecord | undefined {
  const text = openLine(line.subarray(0, -1))
  return text && sealed(parseJson(text.toString()) as StoredRecord)
}

/** What a segment is on the disk. */
export interface LogFiles {
  readonly lines: Pieces
  readonly index: LogIndex
}

/** Spells the records of a segment, and finds out their index. */
export async function layOutSegment(definition: LogDefinition, records: Iterable<StoredRecord>): Promise<LogFiles> {
  const builder = new LogIndexBuilder(definition)
  const lines = new Pieces()
  const pace = new Pace()
  for (const record of records) {
    if (pace.isDue) await pace.rest()
    const line = sealLine(JSON.stringify(record))
    builder.add(record, Buffer.byteLength(line))
    lines.add(line)
  }
  return { lines, index: builder.build() }
}
