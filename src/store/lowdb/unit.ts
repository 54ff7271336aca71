import { Pace } from '../../pace.ts'
import type { Change, Transaction } from '../store.ts'
import { tooLarge } from './faults.ts'
import { SharedText } from './memory/shared-text.ts'
import type { Tables, Write } from './memory/tables.ts'
import { Writers } from './writers.ts'

/** Of one transaction, in UTF-16 units: a line of the journal has to fit into one text when it is read again. */
const LONGEST = 256 * 1024 * 1024

/** One transaction: the view of transactions has what it writes at once, and it keeps what it needs to undo that. */
export class Unit {
  readonly writes: Write[] = []
  readonly transaction: Transaction
  readonly #tables: Tables
  #length = 0
  #refusal: Error | undefined

  constructor(tables: Tables) {
    this.#tables = tables
    const writers = new Writers({
      tables,
      pace: new Pace(),
      texts: new SharedText(),
      guard: () => {
        if (this.#refusal !== undefined) throw this.#refusal
      },
      write: one => {
        this.#length += one.text.length
        if (this.#length > LONGEST) this.#refuse(tooLarge(LONGEST))
        tables.apply(one)
        this.writes.push(one)
      },
    })
    this.transaction = writers as unknown as Transaction
  }

  /** Why the transaction may not be used any more. */
  get refusal(): Error | undefined {
    return this.#refusal
  }

  /** Of the JSON of all its writes, in UTF-16 units. */
  get length(): number {
    return this.#length
  }

  changes(): readonly Change[] {
    return this.writes.flatMap(({ table, kind, before, after }) => {
      const row = after ?? before
      return row === undefined ? [] : [{ collection: table as Change['collection'], id: row.id, kind }]
    })
  }

  /** Also for a function that catches the error and goes on. */
  #refuse(refusal: Error): never {
    this.end(refusal)
    this.undo()
    throw refusal
  }

  /** From now on every use of the transaction throws. */
  end(refusal: Error): void {
    this.#refusal = refusal
  }

  /** Takes its writes back. Those of later units must be gone before. */
  undo(): void {
    for (const write of this.writes.splice(0).toReversed()) this.#tables.undo(write)
  }
}
