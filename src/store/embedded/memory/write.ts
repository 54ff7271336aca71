import type { IndexKeys } from '../../engine/definitions.ts'
import type { Change } from '../../store.ts'
import type { Row } from './row.ts'
import type { Stamp } from './stamp.ts'

/** One write, with the row versions before and after it. Log writes have neither. */
export interface Write {
  readonly table: string
  readonly id: string
  readonly kind: Change['kind']
  readonly before: Row | undefined
  readonly after: Row | undefined
  readonly keys: { readonly before: Keys; readonly after: Keys }
  /** The write as JSON, as in the journal. */
  readonly text: string
}

/** The writes of one transaction, in order. */
export interface WriteSet {
  readonly stamp: Stamp
  readonly writes: readonly Write[]
}

/** The keys of a row, in the order of the definition. */
export interface Keys {
  /** For each unique key. */
  readonly unique: readonly (string | undefined)[]
  /** For each index. */
  readonly index: readonly IndexKeys[]
}

export const NO_KEYS: Keys = { unique: [], index: [] }
