import { Pacer } from '../../../../scheduling/pacer.ts'
import { tryParseJson } from '../../../../text/try-parse-json.ts'
import type { StoredRecord } from '../../../engine/definitions.ts'
import type { Write } from '../../memory/write.ts'
import { parseChecksumLine } from '../checksum.ts'
import type { ChecksummedFile } from '../snapshot/manifest.ts'
import { TextBuffer } from '../text-buffer.ts'

/** A write to a table: the whole new record, or the ID of the removed one. */
export type Operation = readonly [table: string, record: StoredRecord] | readonly [table: string, id: string]

export interface JournalLine {
  /** Line number, consecutive over all journals. */
  readonly seq: number
  /** Version of the record shapes. */
  readonly shape: number
  /** The transactions of the commit, each with all of its operations. A long one starts with the file of its first operations. */
  readonly units: readonly (readonly (Operation | ChecksummedFile)[])[]
  /** The number of the next journal. Only the last line of a journal has it. */
  readonly next?: number | undefined
}

/** A file with the first `count` writes of a transaction. */
export interface TransactionFileRef {
  readonly file: ChecksummedFile
  readonly count: number
}

/** A transaction to be written to the journal. */
export interface JournalUnit {
  readonly writes: readonly Write[]
  /** The file with the first writes of a long transaction (transaction-file.ts). */
  readonly transactionFile?: TransactionFileRef | undefined
}

/** Encodes a line in steps, between which other work runs. */
export async function encodeLine(
  { seq, shape, next }: Pick<JournalLine, 'seq' | 'shape' | 'next'>,
  units: readonly JournalUnit[],
): Promise<readonly Buffer[]> {
  const text = new TextBuffer()
  const pace = new Pacer()
  text.add(`{"seq":${seq},"shape":${shape},${next === undefined ? '' : `"next":${next},`}"units":[`)
  for (const [n, { writes, transactionFile }] of units.entries()) {
    text.add(n === 0 ? '[' : ',[')
    const own = writes.slice(transactionFile?.count).map(write => write.text)
    if (transactionFile !== undefined) own.unshift(JSON.stringify(transactionFile.file))
    for (const [m, one] of own.entries()) {
      text.add(m === 0 ? one : `,${one}`)
      if (pace.shouldYield) await pace.yieldNow()
    }
    text.add(']')
  }
  text.add(']}')
  return toLine(text)
}

/** Adds the checksum and the line break. Short lines, the most common ones, become one buffer for one system call. */
export function toLine(text: TextBuffer): readonly Buffer[] {
  const [first = Buffer.alloc(0), ...rest] = text.all
  const head = Buffer.from(`${text.sum} `)
  return rest.length === 0 ? [Buffer.concat([head, first, LINE_BREAK])] : [head, first, ...rest, LINE_BREAK]
}

const LINE_BREAK = Buffer.from('\n')

export const encodeOperation = (table: string, json: string): string => `["${table}",${json}]`

/** Decodes a line, given without its line break; undefined if it is damaged. */
export function decodeLine(bytes: Buffer): JournalLine | undefined {
  const text = parseChecksumLine(bytes)
  const parsed = text && tryParseJson(text.toString())
  return isLine(parsed) ? parsed : undefined
}

/** A valid checksum proves that the store wrote the line, so only its outline is checked. */
const isLine = (value: unknown): value is JournalLine =>
  typeof value === 'object' && value !== null && 'seq' in value && 'shape' in value && 'units' in value
