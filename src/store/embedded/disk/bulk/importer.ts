import { AppError } from '../../../../errors.ts'
import type { StoredRecord } from '../../../engine/definitions.ts'
import { idTakenError } from '../../../engine/errors.ts'
import { validateRecord } from '../../../engine/record.ts'
import type { CollectionTable } from '../../memory/collection-table.ts'
import type { LogTable } from '../../memory/log-table.ts'
import { freezePart } from '../../memory/record.ts'
import type { Row } from '../../memory/row.ts'
import { createTransactionView, ORIGIN } from '../../memory/stamp.ts'
import { StringInterner } from '../../memory/string-interner.ts'
import { Tables } from '../../memory/tables.ts'

/** An imported record: a row of a collection, or a record to append to a log. */
export type ImportedRecord =
  | { readonly collection: CollectionTable; readonly row: Row }
  | { readonly log: LogTable; readonly record: StoredRecord }

/** Called with a record that cannot be imported. Throws if no record may be left out. */
export type OnInvalidRecord = (table: string, record: StoredRecord, error: Error) => void

/** Leaves no record out. */
export const refuseInvalid: OnInvalidRecord = (_table, _record, error) => {
  throw error
}

const IMPORT_VIEW = createTransactionView(ORIGIN, 0)

/** Imports records. Each must match its schema and have an unused ID and unused unique keys. */
export class RecordImporter {
  readonly tables = new Tables()
  readonly #texts = new StringInterner()
  readonly #logIds = new Map<LogTable, Set<string>>()
  readonly #onInvalid: OnInvalidRecord

  constructor(onInvalid: OnInvalidRecord) {
    this.#onInvalid = onInvalid
  }

  /** Imports a record; undefined for one that is left out. */
  add(name: string, record: StoredRecord): ImportedRecord | undefined {
    try {
      return this.#import(name, record)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      this.#onInvalid(name, record, error)
      return undefined
    }
  }

  /** @throws Error when the record is not valid, AppError `already_exists` when its ID or a key is taken. */
  #import(name: string, record: StoredRecord): ImportedRecord {
    const collection = this.tables.collections.get(name)
    const log = this.tables.logs.get(name)
    if (collection !== undefined) return { collection, row: this.#insert(collection, record) }
    if (log !== undefined) return { log, record: this.#append(log, record) }
    throw new AppError('invalid_input', `Unknown collection ${JSON.stringify(name)}.`)
  }

  #insert(table: CollectionTable, record: StoredRecord): Row {
    const row = table.makeRow(this.#seal(table, record))
    table.assertFree(row, IMPORT_VIEW)
    table.assertUnique(row, table.getKeys(row), IMPORT_VIEW)
    table.load(row)
    return row
  }

  #append(log: LogTable, record: StoredRecord): StoredRecord {
    const sealed = this.#seal(log, record)
    const ids = this.#logIds.get(log) ?? new Set()
    if (ids.has(sealed.id)) throw idTakenError(sealed.id, log.name)
    this.#logIds.set(log, ids.add(sealed.id))
    log.durableSize++
    return sealed
  }

  #seal({ name, definition }: CollectionTable | LogTable, record: StoredRecord): StoredRecord {
    return freezePart(validateRecord(name, definition.schema, record), this.#texts)
  }
}
