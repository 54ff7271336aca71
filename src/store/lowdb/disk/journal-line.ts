import { Pace } from '../../../pace.ts'
import type { StoredRecord } from '../definitions.ts'
import { parseJson } from '../json.ts'
import type { Write } from '../memory/tables.ts'
import { openLine } from './checksum.ts'
import { Pieces } from './pieces.ts'

/** What a write does to a table: the whole record that stands there now, or the id of the one that stands there no more. */
export type Operation = readonly [table: string, record: StoredRecord] | readonly [table: string, id: string]

/** One line of a journal. */
export interface JournalLine {
  /** Each line's is one more than that of the line before, over all journals. */
  readonly seq: number
  /** Version of the record shapes. */
  readonly shape: number
  /** What was made durable together: transaction after transaction, each all of its operations. */
  readonly units: readonly (readonly Operation[])[]
  /** The number of the journal that follows: this is the last line here. */
  readonly next?: number | undefined
}

/** The writes of one transaction. */
export interface Spellable {
  readonly writes: readonly Write[]
  /** As `spellWrites` gives them, where that was done before. */
  readonly spelled?: readonly Buffer[] | undefined
}

/** Spells the writes of a transaction as they stand between the brackets of a line, and lets others have their turn meanwhile. */
export async function spellWrites(writes: readonly Write[]): Promise<readonly Buffer[]> {
  const text = new Pieces()
  const pace = new Pace()
  for (const [m, write] of writes.entries()) {
    text.add(m === 0 ? write.text : `,${write.text}`)
    if (pace.isDue) await pace.rest()
  }
  return text.all
}

/** Spells a line, and lets others have their turn meanwhile. `onRecord` hears of each record. */
export async function encodeLine(
  { seq, shape, next }: Pick<JournalLine, 'seq' | 'shape' | 'next'>,
  units: readonly Spellable[],
  onRecord: (write: Write) => void,
): Promise<readonly Buffer[]> {
  const text = new Pieces()
  const pace = new Pace()
  text.add(`{"seq":${seq},"shape":${shape},${next === undefined ? '' : `"next":${next},`}"units":[`)
  for (const [n, { writes, spelled }] of units.entries()) {
    text.add(n === 0 ? '[' : ',[')
    for (const piece of spelled ?? []) {
      text.take(piece)
      if (pace.isDue) await pace.rest()
    }
    for (const [m, write] of writes.entries()) {
      onRecord(write)
      if (spelled === undefined) text.add(m === 0 ? write.text : `,${write.text}`)
      if (pace.isDue) await pace.rest()
    }
    text.add(']')
  }
  text.add(']}')
  return asLine(text)
}

/** Few writes are made durable most often: they go out in one call of the system. */
function asLine(text: Pieces): readonly Buffer[] {
  const [first = Buffer.alloc(0), ...rest] = text.all
  const head = Buffer.from(`${text.sum} `)
  return rest.length === 0 ? [Buffer.concat([head, first, BREAK])] : [head, first, ...rest, BREAK]
}

const BREAK = Buffer.from('\n')

/** What a write does, as JSON: the record that stands there now, or the id of the one that stands there no more. */
export const spellOperation = (table: string, what: StoredRecord | string): string =>
  `["${table}",${JSON.stringify(what)}]`

/** Undefined when the bytes, without their line break, are not a whole line. */
export function decodeLine(bytes: Buffer): JournalLine | undefined {
  const text = openLine(bytes)
  const parsed = text && parseJson(text.toString())
  return isLine(parsed) ? parsed : undefined
}

/** The checksum vouches for what this program wrote; only the outline is looked at again. */
const isLine = (value: unknown): value is JournalLine =>
  typeof value === 'object' && value !== null && 'seq' in value && 'shape' in value && 'units' in value
