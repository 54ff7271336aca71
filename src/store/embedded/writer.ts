import type { Pacer } from '../../scheduling/pacer.ts'
import type { StoredRecord } from '../engine/definitions.ts'
import { idTakenError, recordMissingError } from '../engine/errors.ts'
import { isLongRecord, stringifyRecord, validateInSteps, validateRecord } from '../engine/record.ts'
import { encodeOperation } from './disk/journal/line.ts'
import type { CollectionTable } from './memory/collection-table.ts'
import type { LogTable } from './memory/log-table.ts'
import { freezePart } from './memory/record.ts'
import type { Row } from './memory/row.ts'
import { assertUnchanged, type TransactionView } from './memory/stamp.ts'
import type { StringInterner } from './memory/string-interner.ts'
import type { Tables } from './memory/tables.ts'
import { NO_KEYS, type Write } from './memory/write.ts'
import { CollectionReader, type Guard, LogReader } from './reader.ts'

/** The shared context of the writers of one transaction. */
export interface WriteContext {
  readonly tables: Tables
  readonly view: TransactionView
  readonly guard: Guard
  readonly pace: Pacer
  readonly texts: StringInterner
  readonly write: (write: Write) => void
  /** Throws the error again. Ends the transaction if it is a write conflict. */
  readonly onConflict: (error: unknown) => never
}

/** Validates, interns and freezes a record. Does so in steps for the items of its lists: a file can have 50,000. Other work may run in between. */
async function sealInSteps(
  { name, definition }: CollectionTable | LogTable,
  record: StoredRecord,
  place: WriteContext,
): Promise<StoredRecord> {
  const { pace, guard, texts } = place
  if (pace.shouldYield) await pace.yieldNow()
  guard()
  const checked = isLongRecord(record)
    ? await pace.run(validateInSteps(name, definition.schema, record))
    : validateRecord(name, definition.schema, record)
  guard()
  const fields = checked as unknown as Record<string, unknown>
  const given = record as unknown as Readonly<Record<string, unknown>>
  for (const field in fields) {
    const list = fields[field]
    if (!Array.isArray(list)) continue
    if (isSealedTexts(given[field])) {
      fields[field] = given[field]
      continue
    }
    for (const item of list) {
      if (typeof item !== 'object') continue
      freezePart(item, texts)
      if (pace.shouldYield) await pace.yieldNow()
    }
  }
  return freezePart(checked, texts)
}

/** A frozen list of strings belongs to another record, such as the previous version. It is interned already and needs no copy. */
const isSealedTexts = (given: unknown): boolean =>
  Array.isArray(given) && Object.isFrozen(given) && given.every(one => typeof one === 'string')

/** Lookups and writes of one collection in a transaction. */
class CollectionWriter extends CollectionReader {
  readonly #place: WriteContext

  constructor(table: CollectionTable, place: WriteContext) {
    super(table, place.guard, place.view, place.tables.durable)
    this.#place = place
  }

  async insert(record: StoredRecord): Promise<void> {
    const { after, text } = await this.#makeRow(record)
    this.#place.guard()
    const keys = { before: NO_KEYS, after: this.table.getKeys(after) }
    this.#reportConflict(() => {
      this.table.assertFree(after, this.#place.view)
      this.table.assertUnique(after, keys.after, this.#place.view)
    })
    this.#write('insert', text, { before: undefined, after, keys })
  }

  async put(record: StoredRecord): Promise<void> {
    const { after, text } = await this.#makeRow(record)
    this.#place.guard()
    const before = this.#present(after.id)
    if (before === undefined) {
      throw recordMissingError(after.id, this.table.name)
    }
    const keys = { before: this.table.getKeys(before), after: this.table.getKeys(after) }
    this.#reportConflict(() => this.table.assertUnique(after, keys.after, this.#place.view))
    this.#write('put', text, { before, after, keys })
  }

  async remove(id: string): Promise<void> {
    const { pace, guard } = this.#place
    if (pace.shouldYield) await pace.yieldNow()
    guard()
    const before = this.#present(id)
    if (before === undefined) return
    const keys = { before: this.table.getKeys(before), after: NO_KEYS }
    this.#write('remove', encodeOperation(this.table.name, JSON.stringify(id)), { before, after: undefined, keys })
  }

  /** Returns the current row. Refuses if a parallel transaction replaced it, or is about to. */
  #present(id: string): Row | undefined {
    const row = this.table.row(id, this.view)
    if (row !== undefined) this.#reportConflict(() => assertUnchanged(row, this.#place.view))
    return row
  }

  #reportConflict(check: () => void): void {
    try {
      check()
    } catch (error) {
      this.#place.onConflict(error)
    }
  }

  /** Creates the row of a record and its JSON for the journal. Both take long for a large file, so other work may run in between. */
  async #makeRow(record: StoredRecord): Promise<{ readonly after: Row; readonly text: string }> {
    const { pace, guard } = this.#place
    const sealed = await sealInSteps(this.table, record, this.#place)
    if (pace.shouldYield) await pace.yieldNow()
    guard()
    const text = encodeOperation(this.table.name, await stringifyRecord(sealed, this.#place.pace))
    if (pace.shouldYield) await pace.yieldNow()
    guard()
    return { after: this.table.makeRow(sealed, this.#place.view.own), text }
  }

  #write(kind: Write['kind'], text: string, { before, after, keys }: Pick<Write, 'before' | 'after' | 'keys'>): void {
    const { name: table } = this.table
    const id = (after ?? before)?.id ?? ''
    this.#place.write({ table, id, kind, before, after, keys, text })
  }
}

const NO_ROWS = { before: undefined, after: undefined, keys: { before: NO_KEYS, after: NO_KEYS } }

/** Lookups and appends of one log in a transaction. */
class LogWriter extends LogReader {
  readonly #place: WriteContext

  constructor(table: LogTable, place: WriteContext) {
    super(table, place.guard, place.view)
    this.#place = place
  }

  async append(record: StoredRecord): Promise<void> {
    const sealed = await sealInSteps(this.table, record, this.#place)
    const text = encodeOperation(this.table.name, await stringifyRecord(sealed, this.#place.pace))
    // Memory is checked before and after the disk: a snapshot may move records from memory to disk in the meantime.
    this.#assertFree(sealed.id)
    if (await this.table.isOnDisk(sealed.id)) throw idTakenError(sealed.id, this.table.name)
    this.guard()
    this.#assertFree(sealed.id)
    const { name: table } = this.table
    this.#place.write({ table, id: sealed.id, kind: 'append', ...NO_ROWS, text })
    this.table.append(sealed, this.#place.view.own)
  }

  #assertFree(id: string): void {
    try {
      this.table.assertFree(id, this.view)
    } catch (error) {
      this.#place.onConflict(error)
    }
  }
}

/** Creates the writer of a table; undefined for an unknown name. */
export function createWriter(name: string, place: WriteContext): CollectionWriter | LogWriter | undefined {
  const collection = place.tables.collections.get(name)
  if (collection !== undefined) return new CollectionWriter(collection, place)
  const log = place.tables.logs.get(name)
  return log && new LogWriter(log, place)
}
