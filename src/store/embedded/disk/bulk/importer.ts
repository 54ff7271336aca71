import { AppError } from '../../../../errors.ts'
import type { StoredRecord } from '../../../engine/definitions.ts'
import { idTakenError } from '../../../engine/errors.ts'
import type { CollectionTable } from '../../memory/collection-table.ts'
import type { LogTable } from '../../memory/log-table.ts'
import { validateAndFreeze } from '../../memory/record.ts'
import type { Row } from '../../memory/row.ts'
import { createTransactionView, ORIGIN } from '../../memory/stamp.ts'
import { StringInterner } from '../../memory/string-interner.ts'
import { Tables } from '../../memory/tables.ts'

/** An imported record: a row of a collection, or a record to append to a log. */
export type ImportedRecord =
  | { readonly collection: CollectionTable; readonly row: Row }
  | { readonly log: LogTable; readonly record: StoredRecord }

const IMPORT_VIEW = createTransactionView(ORIGIN, 0)

/** Imports records. Each must match its schema and have an unused ID and unused unique keys. */
export class RecordImporter {
  readonly tables = new Tables()
  readonly #texts = new StringInterner()
  readonly #logIds = new Map<LogTable, Set<string>>()

  /** @throws Error when the record is not valid, AppError `already_exists` when its ID or a key is taken. */
  add(name: string, record: StoredRecord): ImportedRecord {
    const collection = this.tables.collections.get(name)
    const log = this.tables.logs.get(name)
    if (collection !== undefined) return { collection, row: this.#insert(collection, record) }
    if (log !== undefined) return { log, record: this.#append(log, record) }
    throw new AppError('invalid_input', `Unknown collection ${JSON.stringify(name)}.`)
  }

  #insert(table: CollectionTable, record: StoredRecord): Row {
    const row = table.makeRow(validateAndFreeze(table.name, table.definition.schema, record, this.#texts))
    table.assertFree(row, IMPORT_VIEW)
    table.assertUnique(row, table.getKeys(row), IMPORT_VIEW)
    table.load(row)
    return row
  }

  #append(log: LogTable, record: StoredRecord): StoredRecord {
    const sealed = validateAndFreeze(log.name, log.definition.schema, record, this.#texts)
    const ids = this.#logIds.get(log) ?? new Set()
    if (ids.has(sealed.id)) throw idTakenError(sealed.id, log.name)
    this.#logIds.set(log, ids.add(sealed.id))
    log.durableSize++
    return sealed
  }
}
