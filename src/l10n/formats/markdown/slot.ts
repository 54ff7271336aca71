import type { Line } from './lines.ts'

/** How a text stands in the file: as lines, as one line, in a table, or in quotation marks. */
export type SlotKind = 'lines' | 'line' | 'cell' | 'attribute'

/** A place with a text. */
export interface Slot {
  readonly kind: SlotKind
  readonly start: number
  readonly end: number
  readonly lines: readonly Line[]
  /** The Markdown source of the text, on one line unless it has hard breaks. */
  readonly value: string
  /** Whether it is an entry: it has words. */
  readonly isText: boolean
}
