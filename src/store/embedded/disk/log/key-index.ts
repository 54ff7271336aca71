import { z } from 'zod'
import { tryParseJson } from '../../../../text/try-parse-json.ts'
import type { LogDefinition, StoredRecord } from '../../../engine/definitions.ts'
import { binarySearch } from '../../memory/binary-search.ts'
import { checksum } from '../checksum.ts'
import { overlaps, type SecondsRange, toSeconds } from './seconds.ts'

/** The lines of each key hash, sorted by hash, then by line. */
interface KeyIndex {
  readonly hashes: Uint32Array
  readonly lines: Uint32Array
}

/** The index of a segment: where each line begins, and which lines may have a key. Typed arrays keep it small and outside of the JavaScript heap. */
export interface LogIndex {
  /** Start of each line, and the length of the file as the last element. */
  readonly offsets: Uint32Array
  readonly keys: ReadonlyMap<string, KeyIndex>
  /** The earliest and latest time of each block of lines. Empty in indexes of earlier versions. */
  readonly times: Uint32Array
}

/** A time filter skips whole blocks of lines. */
const BLOCK_LINES = 256

/** The index by record ID, which every log has. */
const ID_INDEX = 'id'

/** Hashes a key for an index. */
export const hashKey = (key: string): number => checksum(key)

/** Builds the index of a segment while its lines are written. */
export class LogIndexBuilder {
  readonly #offsets = [0]
  /** By index: line and hash of each key, in turn. */
  readonly #keys: ReadonlyMap<string, number[]>
  readonly #getKeys: LogDefinition['index']
  readonly #madeAt: LogDefinition['at']
  readonly #times: number[] = []

  constructor(definition: LogDefinition) {
    this.#madeAt = definition.at
    this.#getKeys = { ...definition.index, [ID_INDEX]: record => record.id }
    this.#keys = new Map(Object.keys(this.#getKeys).map(index => [index, []]))
  }

  add(record: StoredRecord, bytes: number): void {
    const line = this.#offsets.length - 1
    this.#offsets.push((this.#offsets[line] ?? 0) + bytes)
    for (const [index, pairs] of this.#keys) {
      const key = this.#getKeys[index]?.(record)
      if (key !== undefined) pairs.push(line, hashKey(key))
    }
    this.#note(toSeconds(this.#madeAt(record)), 2 * Math.floor(line / BLOCK_LINES))
  }

  #note(second: number, at: number): void {
    this.#times[at] = Math.min(second, this.#times[at] ?? second)
    this.#times[at + 1] = Math.max(second, this.#times[at + 1] ?? second)
  }

  /** Runs in steps: a large transaction writes hundreds of thousands of records. */
  *build(): Generator<void, LogIndex> {
    const keys = new Map<string, KeyIndex>()
    for (const [index, pairs] of this.#keys) {
      yield
      const numbers = Uint32Array.from(pairs)
      // As numbers of 64 bits, with the hash as the upper half, they are sorted without a comparison in JavaScript.
      new BigUint64Array(numbers.buffer).sort()
      yield
      const every = (half: 0 | 1): Uint32Array =>
        Uint32Array.from({ length: numbers.length / 2 }, (_, at) => numbers[2 * at + half] ?? 0)
      keys.set(index, { hashes: every(1), lines: every(0) })
    }
    return { offsets: Uint32Array.from(this.#offsets), keys, times: Uint32Array.from(this.#times) }
  }
}

/** Whether a record may be from this period. Checks all blocks: clocks may go back, so the first and last line are not enough. */
export function mayOverlap({ times, offsets }: LogIndex, span: SecondsRange): boolean {
  for (let line = 0; line < offsets.length - 1; line += BLOCK_LINES) if (mayBlockOverlap(times, line, span)) return true
  return false
}

function mayBlockOverlap(times: Uint32Array, line: number, span: SecondsRange): boolean {
  const at = 2 * Math.floor(line / BLOCK_LINES)
  const [earliest, latest] = [times[at], times[at + 1]]
  return earliest === undefined || latest === undefined || overlaps(span, { from: earliest, to: latest })
}

interface LineQuery {
  readonly below: number
  readonly made: SecondsRange
}

/** Yields lines that may match, newest first. The caller compares the key of the record, because hashes can collide. */
export function* findCandidateLines(
  index: LogIndex,
  name: string,
  hash: number,
  { below, made: second }: LineQuery,
): Iterable<number> {
  const found = index.keys.get(name)
  if (found === undefined) return
  const { hashes, lines } = found
  const end = binarySearch(upperBound(hashes, hash), at => (lines[at] ?? 0) < below, upperBound(hashes, hash - 1))
  for (let at = end - 1; hashes[at] === hash; at--) {
    const line = lines[at] ?? 0
    if (mayBlockOverlap(index.times, line, second)) yield line
  }
}

/** Returns false if no record has a key with this hash. */
export function mayContainHash({ keys }: LogIndex, name: string, hash: number): boolean {
  const hashes = keys.get(name)?.hashes
  return hashes !== undefined && hashes[upperBound(hashes, hash) - 1] === hash
}

/** Returns the index after the last hash that is not greater. */
const upperBound = (hashes: Uint32Array, wanted: number): number =>
  binarySearch(hashes.length, at => (hashes[at] ?? 0) <= wanted)

const EncodedIndex = z.object({
  offsets: z.base64(),
  keys: z.record(z.string(), z.object({ hashes: z.base64(), lines: z.base64() })),
  times: z.base64().default(''),
})

/** Encodes an index as JSON with base64 arrays of 32-bit little-endian numbers. */
export function encodeIndex({ offsets, keys, times }: LogIndex): string {
  const spelledKeys = Array.from(keys, ([index, { hashes, lines }]) => [
    index,
    { hashes: toBase64(hashes), lines: toBase64(lines) },
  ])
  const spelled = { offsets: toBase64(offsets), keys: Object.fromEntries(spelledKeys), times: toBase64(times) }
  return `${JSON.stringify(spelled)}\n`
}

/** Decodes an index; undefined if it is not valid. */
export function decodeIndex(text: string): LogIndex | undefined {
  const parsed = EncodedIndex.safeParse(tryParseJson(text))
  if (!parsed.success) return undefined
  const { offsets, times } = parsed.data
  const keys = Object.entries(parsed.data.keys).map(
    ([index, { hashes, lines }]) => [index, { hashes: fromBase64(hashes), lines: fromBase64(lines) }] as const,
  )
  return { offsets: fromBase64(offsets), keys: new Map(keys), times: fromBase64(times) }
}

const toBase64 = (numbers: Uint32Array): string =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64')

function fromBase64(text: string): Uint32Array {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'))
  return new Uint32Array(bytes.buffer, 0, bytes.byteLength >> 2)
}
