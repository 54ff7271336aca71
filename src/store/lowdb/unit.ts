import { Pace } from '../../pace.ts'
import type { Change, Transaction } from '../store.ts'
import type { Apart } from './disk/journal-line.ts'
import { tooLarge } from './faults.ts'
import { Collision, Stamp, viewOf } from './memory/stamp.ts'
import type { Hold, Tables } from './memory/tables.ts'
import type { Write, Written } from './memory/write.ts'
import { type PromiseWithSettlers, promiseWithSettlers } from './settlers.ts'
import { Writers } from './writers.ts'

/** Of one transaction, in UTF-16 units: it is read again as a whole. */
const LONGEST = 256 * 1024 * 1024

/** One transaction: its own view has what it writes at once, and it keeps what it needs to undo that. */
export class Unit implements Written {
  readonly stamp = new Stamp()
  readonly writes: Write[] = []
  readonly transaction: Transaction
  /** Where its first writes are, when they are many. */
  apart: Apart | undefined
  readonly #tables: Tables
  readonly #begun: Hold
  #length = 0
  #refusal: Error | undefined
  #isLeft = false
  #isOver = false
  #end: PromiseWithSettlers | undefined

  constructor(tables: Tables) {
    this.#tables = tables
    this.#begun = tables.hold()
    const writers = new Writers({
      tables,
      view: viewOf(this.stamp, this.#begun.at),
      pace: new Pace(),
      texts: tables.texts,
      guard: () => {
        if (this.#refusal !== undefined) throw this.#refusal
        if (this.#isLeft) {
          throw new Error('A transaction was used after its function returned. Await everything inside of it.')
        }
      },
      write: one => {
        this.#length += one.text.length
        if (this.#length > LONGEST) throw this.refuse(tooLarge(LONGEST))
        tables.apply(one, this.stamp)
        this.writes.push(one)
      },
      collide: error => {
        throw error instanceof Collision ? this.refuse(error) : error
      },
    })
    this.transaction = writers as unknown as Transaction
  }

  /** Why the transaction may not be used any more. */
  get refusal(): Error | undefined {
    return this.#refusal
  }

  /** Resolves when it has completed, or nothing of it is left. */
  get ended(): Promise<void> {
    this.#end ??= promiseWithSettlers()
    if (this.#isOver) this.#end.resolve()
    return this.#end.promise
  }

  /** Of the JSON of all its writes, in UTF-16 units. */
  get length(): number {
    return this.#length
  }

  changes(): readonly Change[] {
    return this.writes.map(({ table, kind, id }) => ({ collection: table as Change['collection'], id, kind }))
  }

  /** From now on every use of the transaction throws, also where its function catches the error and goes on. Gives the error. */
  refuse(refusal: Error): Error {
    this.#refusal ??= refusal
    return this.#refusal
  }

  /** Its function has returned: from now on every use of the transaction throws. */
  leave(): void {
    this.#isLeft = true
  }

  /** Lets the transactions that follow see all of it. */
  complete(): void {
    this.#tables.complete(this)
    this.#over()
  }

  /** Takes its writes back at once. Those of transactions that completed after it must be gone before. */
  undo(): void {
    this.#tables.undo(this)
    this.writes.length = 0
    this.#over()
  }

  #over(): void {
    this.#begun.release()
    this.#isOver = true
    this.#end?.resolve()
  }

  /** Takes its writes back while others have their turn: nobody else has seen them. */
  async withdraw(): Promise<void> {
    const pace = new Pace()
    while (this.writes.length > 0) {
      if (pace.isDue) await pace.rest()
      this.#tables.undoOne(this.writes.pop())
    }
    this.undo()
  }
}
