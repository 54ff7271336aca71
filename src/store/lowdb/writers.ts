import { AppError } from '../../errors.ts'
import type { Pace } from '../../pace.ts'
import { collectionDefinitions, logDefinitions, type StoredRecord } from './definitions.ts'
import { spellOperation } from './disk/journal-line.ts'
import { takenId } from './faults.ts'
import type { CollectionTable } from './memory/collection-table.ts'
import type { LogTable } from './memory/log-table.ts'
import { sealRecord } from './memory/record.ts'
import type { Row } from './memory/row.ts'
import type { SharedText } from './memory/shared-text.ts'
import { LATEST, type Tables, type Write } from './memory/tables.ts'
import { CollectionReader, type Guard, LogReader } from './reader.ts'

/** What the writers of one transaction share. */
export interface WritePlace {
  readonly tables: Tables
  readonly guard: Guard
  readonly pace: Pace
  readonly texts: SharedText
  readonly write: (write: Write) => void
}

const view = () => LATEST
const NO_KEYS: readonly undefined[] = []

/** Between this and the write that follows nothing else runs, so that numbers are in the order of the writes. */
async function takeTurn({ pace, guard }: WritePlace): Promise<void> {
  if (pace.isDue) await pace.rest()
  guard()
}

/** The look-ups and writes of one collection inside a transaction. */
export class CollectionWriter extends CollectionReader {
  readonly #place: WritePlace

  constructor(table: CollectionTable, place: WritePlace) {
    super(table, place.guard, view)
    this.#place = place
  }

  async insert(record: StoredRecord): Promise<void> {
    await takeTurn(this.#place)
    const after = this.#makeRow(record)
    this.table.assertFree(after, LATEST)
    const keys = { before: NO_KEYS, after: this.table.keysOf(after) }
    this.table.assertUnique(after, keys.after, LATEST)
    this.#place.write({
      number: after.from,
      table: this.table.name,
      kind: 'insert',
      before: undefined,
      after,
      keys,
      text: spellOperation(this.table.name, after.record),
    })
  }

  async put(record: StoredRecord): Promise<void> {
    await takeTurn(this.#place)
    const after = this.#makeRow(record)
    const before = this.table.row(after.id, LATEST)
    if (before === undefined) {
      throw new AppError('not_found', `There is no record ${JSON.stringify(after.id)} in ${this.table.name}.`, {
        fix: 'It was removed meanwhile; read again.',
      })
    }
    const keys = { before: this.table.keysOf(before), after: this.table.keysOf(after) }
    this.table.assertUnique(after, keys.after, LATEST)
    this.#place.write({
      number: after.from,
      table: this.table.name,
      kind: 'put',
      before,
      after,
      keys,
      text: spellOperation(this.table.name, after.record),
    })
  }

  async remove(id: string): Promise<void> {
    await takeTurn(this.#place)
    const before = this.table.row(id, LATEST)
    if (before === undefined) return
    const keys = { before: this.table.keysOf(before), after: NO_KEYS }
    const number = this.#place.tables.nextNumber()
    this.#place.write({
      number,
      table: this.table.name,
      kind: 'remove',
      before,
      after: undefined,
      keys,
      text: spellOperation(this.table.name, id),
    })
  }

  #makeRow(record: StoredRecord): Row {
    const { name, definition } = this.table
    return this.table.makeRow(
      sealRecord(name, definition.schema, record, this.#place.texts),
      this.#place.tables.nextNumber(),
    )
  }
}

/** The look-ups and the one write of a log inside a transaction. */
export class LogWriter extends LogReader {
  readonly #place: WritePlace

  constructor(table: LogTable, place: WritePlace) {
    super(table, place.guard, view)
    this.#place = place
  }

  async append(record: StoredRecord): Promise<void> {
    await takeTurn(this.#place)
    const sealed = sealRecord(this.table.name, this.table.definition.schema, record, this.#place.texts)
    // In memory before and after the look at the disk: a snapshot may move records from the one to the other meanwhile.
    this.table.assertFree(sealed.id)
    if (await this.table.isOnDisk(sealed.id)) throw takenId(sealed.id, this.table.name)
    this.guard()
    this.table.assertFree(sealed.id)
    const after = this.table.makeRow(sealed, this.#place.tables.nextNumber())
    const keys = { before: NO_KEYS, after: NO_KEYS }
    this.#place.write({
      number: after.from,
      table: this.table.name,
      kind: 'append',
      before: undefined,
      after,
      keys,
      text: spellOperation(this.table.name, after.record),
    })
  }
}

/** The writers of a transaction by the name of their table: most use few of them, so each is made when it is first asked for. */
export class Writers {
  readonly #place: WritePlace
  readonly #made = new Map<string, CollectionWriter | LogWriter>()

  static {
    for (const name of [...Object.keys(collectionDefinitions), ...Object.keys(logDefinitions)]) {
      Object.defineProperty(Writers.prototype, name, {
        get(this: Writers) {
          return this.#of(name)
        },
      })
    }
  }

  constructor(place: WritePlace) {
    this.#place = place
  }

  #of(name: string): CollectionWriter | LogWriter | undefined {
    const made = this.#made.get(name) ?? this.#make(name)
    if (made !== undefined) this.#made.set(name, made)
    return made
  }

  #make(name: string): CollectionWriter | LogWriter | undefined {
    const { collections, logs } = this.#place.tables
    const collection = collections.get(name)
    if (collection !== undefined) return new CollectionWriter(collection, this.#place)
    const log = logs.get(name)
    return log && new LogWriter(log, this.#place)
  }
}
