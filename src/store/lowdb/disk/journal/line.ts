import { Pacer } from '../../../../scheduling/pacer.ts'
import type { StoredRecord } from '../../definitions.ts'
import { tryParseJson } from '../../json.ts'
import type { Write } from '../../memory/write.ts'
import { parseChecksumLine } from '../checksum.ts'
import type { ChecksummedFile } from '../snapshot/manifest.ts'
import { TextBuffer } from '../text-buffer.ts'

/** What a write does to a table: the whole record that stands there now, or the id of the one that stands there no more. */
export type Operation = readonly [table: string, record: StoredRecord] | readonly [table: string, id: string]

/** One line of a journal. */
export interface JournalLine {
  /** Each line's is one more than that of the line before, over all journals. */
  readonly seq: number
  /** Version of the record shapes. */
  readonly shape: number
  /** What was made durable together: transaction after transaction, each all of its operations; those of a long one are in a file, which comes first. */
  readonly units: readonly (readonly (Operation | ChecksummedFile)[])[]
  /** The number of the journal that follows: this is the last line here. */
  readonly next?: number | undefined
}

/** A file with the first writes of a transaction, and how many those are. */
export interface TransactionFileRef {
  readonly file: ChecksummedFile
  readonly count: number
}

/** The writes of one transaction. */
export interface JournalUnit {
  readonly writes: readonly Write[]
  /** Where most of them are, when they are many (transaction-file.ts). */
  readonly apart?: TransactionFileRef | undefined
}

/** Spells a line, and lets others have their turn meanwhile. */
export async function encodeLine(
  { seq, shape, next }: Pick<JournalLine, 'seq' | 'shape' | 'next'>,
  units: readonly JournalUnit[],
): Promise<readonly Buffer[]> {
  const text = new TextBuffer()
  const pace = new Pacer()
  text.add(`{"seq":${seq},"shape":${shape},${next === undefined ? '' : `"next":${next},`}"units":[`)
  for (const [n, { writes, apart }] of units.entries()) {
    text.add(n === 0 ? '[' : ',[')
    const own = writes.slice(apart?.count).map(write => write.text)
    if (apart !== undefined) own.unshift(JSON.stringify(apart.file))
    for (const [m, one] of own.entries()) {
      text.add(m === 0 ? one : `,${one}`)
      if (pace.shouldYield) await pace.yieldNow()
    }
    text.add(']')
  }
  text.add(']}')
  return toLine(text)
}

/** A text with its checksum before it and a line break behind it. Few writes are made durable most often: they go out in one call of the system. */
export function toLine(text: TextBuffer): readonly Buffer[] {
  const [first = Buffer.alloc(0), ...rest] = text.all
  const head = Buffer.from(`${text.sum} `)
  return rest.length === 0 ? [Buffer.concat([head, first, LINE_BREAK])] : [head, first, ...rest, LINE_BREAK]
}

const LINE_BREAK = Buffer.from('\n')

/** What a write does, as JSON: the record that stands there now, or the id of the one that stands there no more. */
export const encodeOperation = (table: string, what: StoredRecord | string): string =>
  `["${table}",${JSON.stringify(what)}]`

/** Undefined when the bytes, without their line break, are not a whole line. */
export function decodeLine(bytes: Buffer): JournalLine | undefined {
  const text = parseChecksumLine(bytes)
  const parsed = text && tryParseJson(text.toString())
  return isLine(parsed) ? parsed : undefined
}

/** The checksum vouches for what this program wrote; only the outline is looked at again. */
const isLine = (value: unknown): value is JournalLine =>
  typeof value === 'object' && value !== null && 'seq' in value && 'shape' in value && 'units' in value
