import { AppError } from '../../errors.ts'
import type { CollectionTable } from './collection-table.ts'
import type { StoredRecord } from './definitions.ts'
import type { LogTable } from './log-table.ts'
import { CollectionReader, type Guard, LogReader } from './reader.ts'
import { sealRecord } from './record.ts'
import type { Write } from './tables.ts'

type Apply = (write: Write) => void

/** The look-ups and writes of one collection inside a transaction. */
export class CollectionWriter extends CollectionReader {
  readonly #apply: Apply

  constructor(table: CollectionTable, guard: Guard, apply: Apply) {
    super(table, guard)
    this.#apply = apply
  }

  async insert(record: StoredRecord): Promise<void> {
    this.guard()
    const after = this.table.makeRow(sealRecord(this.table.name, this.table.definition.schema, record))
    this.table.assertFree(after)
    this.table.assertUnique(after)
    this.#apply({ table: this.table.name, kind: 'insert', before: undefined, after })
  }

  async put(record: StoredRecord): Promise<void> {
    this.guard()
    const after = this.table.makeRow(sealRecord(this.table.name, this.table.definition.schema, record))
    const before = this.table.row(after.id)
    if (before === undefined) {
      throw new AppError('not_found', `There is no record ${JSON.stringify(after.id)} in ${this.table.name}.`, {
        fix: 'It was removed meanwhile; read again.',
      })
    }
    this.table.assertUnique(after)
    this.#apply({ table: this.table.name, kind: 'put', before, after })
  }

  async remove(id: string): Promise<void> {
    this.guard()
    const before = this.table.row(id)
    if (before !== undefined) this.#apply({ table: this.table.name, kind: 'remove', before, after: undefined })
  }
}

/** The look-ups and the one write of a log inside a transaction. */
export class LogWriter extends LogReader {
  readonly #apply: Apply

  constructor(table: LogTable, guard: Guard, apply: Apply) {
    super(table, guard)
    this.#apply = apply
  }

  async append(record: StoredRecord): Promise<void> {
    this.guard()
    const after = this.table.makeRow(sealRecord(this.table.name, this.table.definition.schema, record))
    this.table.assertFree(after)
    this.#apply({ table: this.table.name, kind: 'append', before: undefined, after })
  }
}
