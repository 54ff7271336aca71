import { z } from 'zod'
import type { LogDefinition, StoredRecord } from '../../definitions.ts'
import { tryParseJson } from '../../json.ts'
import { checksum } from '../checksum.ts'
import { overlaps, type SecondsRange, toSeconds } from './seconds.ts'

/** Sorted by hash, then by line: which lines have a key with this hash. */
interface KeyIndex {
  readonly hashes: Uint32Array
  readonly lines: Uint32Array
}

/** Where each line of a segment begins, and which lines may have a key: as many bytes for a record as numbers, out of the way of the heap. */
export interface LogIndex {
  /** One more than there are lines: the last is the length of the file. */
  readonly offsets: Uint32Array
  readonly keys: ReadonlyMap<string, KeyIndex>
  /** When the earliest and the latest record of each block of lines was made; none where nobody wrote it down. */
  readonly times: Uint32Array
}

/** So many lines are passed over together, or none of them. */
const BLOCK_LINES = 256

/** The line of an index in which every record is found, in any log. */
const ID_INDEX = 'id'

/** By which an index finds a key. */
export const hashKey = (key: string): number => checksum(key)

/** Collects the index of a segment while its lines are written. */
export class LogIndexBuilder {
  readonly #offsets = [0]
  readonly #keys: ReadonlyMap<string, [hash: number, line: number][]>
  readonly #keyOf: LogDefinition['index']
  readonly #madeAt: LogDefinition['at']
  readonly #times: number[] = []

  constructor(definition: LogDefinition) {
    this.#madeAt = definition.at
    this.#keyOf = { ...definition.index, [ID_INDEX]: record => record.id }
    this.#keys = new Map(Object.keys(this.#keyOf).map(index => [index, []]))
  }

  add(record: StoredRecord, bytes: number): void {
    const line = this.#offsets.length - 1
    this.#offsets.push((this.#offsets[line] ?? 0) + bytes)
    for (const [index, pairs] of this.#keys) {
      const key = this.#keyOf[index]?.(record)
      if (key !== undefined) pairs.push([hashKey(key), line])
    }
    this.#note(toSeconds(this.#madeAt(record)), 2 * Math.floor(line / BLOCK_LINES))
  }

  #note(made: number, at: number): void {
    this.#times[at] = Math.min(made, this.#times[at] ?? made)
    this.#times[at + 1] = Math.max(made, this.#times[at + 1] ?? made)
  }

  build(): LogIndex {
    const keys = Array.from(this.#keys, ([index, pairs]) => {
      pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1])
      const sorted = { hashes: Uint32Array.from(pairs, ([h]) => h), lines: Uint32Array.from(pairs, ([, n]) => n) }
      return [index, sorted] as const
    })
    return { offsets: Uint32Array.from(this.#offsets), keys: new Map(keys), times: Uint32Array.from(this.#times) }
  }
}

/** Whether any record may have been made then. Clocks go back at times: neither the first nor the last line says so. */
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

/** Lines that may have this key and be wanted, newest first: the record itself tells whether it does. */
export function* findCandidateLines(
  index: LogIndex,
  name: string,
  hash: number,
  { below, made }: LineQuery,
): Iterable<number> {
  const found = index.keys.get(name)
  if (found === undefined) return
  const { hashes, lines } = found
  let low = upperBound(hashes, hash - 1)
  let high = upperBound(hashes, hash)
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle] ?? 0) < below) low = middle + 1
    else high = middle
  }
  for (let at = low - 1; hashes[at] === hash; at--) {
    const line = lines[at] ?? 0
    if (mayBlockOverlap(index.times, line, made)) yield line
  }
}

/** False when no record has a key with this hash. */
export function mayContainHash({ keys }: LogIndex, name: string, hash: number): boolean {
  const hashes = keys.get(name)?.hashes
  return hashes !== undefined && hashes[upperBound(hashes, hash) - 1] === hash
}

/** The place behind the last of equal hashes. */
function upperBound(hashes: Uint32Array, wanted: number): number {
  let low = 0
  let high = hashes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((hashes[middle] ?? 0) <= wanted) low = middle + 1
    else high = middle
  }
  return low
}

const EncodedIndex = z.object({
  offsets: z.base64(),
  keys: z.record(z.string(), z.object({ hashes: z.base64(), lines: z.base64() })),
  times: z.base64().default(''),
})

/** Numbers are 32 bits, little end first, in base64. */
export function encodeIndex({ offsets, keys, times }: LogIndex): string {
  const spelledKeys = Array.from(keys, ([index, { hashes, lines }]) => [
    index,
    { hashes: toBase64(hashes), lines: toBase64(lines) },
  ])
  const spelled = { offsets: toBase64(offsets), keys: Object.fromEntries(spelledKeys), times: toBase64(times) }
  return `${JSON.stringify(spelled)}\n`
}

/** Undefined when this is not an index. */
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
