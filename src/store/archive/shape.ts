import { SHAPE_VERSION } from '../records.ts'
import type { TableName } from './format.ts'
import type { Reading } from './reading.ts'

/** Brings a record of an archive to today's shape. */
export type ToThisShape = (table: TableName, record: { readonly id: string }) => { readonly id: string }

/**
 * What becomes of the records of an archive by the version of their shapes: the one place that decides it.
 * @throws AppError `invalid_input` when this version cannot read them.
 */
export function toThisShape(found: number, reading: Reading): ToThisShape {
  if (found === SHAPE_VERSION) return (_table, record) => record
  const [has, reads] = [`records of shape version ${found}`, `version ${SHAPE_VERSION}`]
  if (found > SHAPE_VERSION) throw reading.unreadable(has, reads)
  throw reading.unreadable(
    has,
    reads,
    'Restore it with the version of dragoman that made it, then upgrade that service.',
  )
}
