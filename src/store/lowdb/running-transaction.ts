import { Pacer } from '../../scheduling/pacer.ts'
import type { Change, Transaction } from '../store.ts'
import { createDeferred, type Deferred } from './deferred.ts'
import type { TransactionFileRef } from './disk/journal/line.ts'
import { transactionTooLargeError } from './errors.ts'
import { createTransactionView, Stamp, WriteConflictError } from './memory/stamp.ts'
import type { HeldMoment, Tables } from './memory/tables.ts'
import type { Write, WriteSet } from './memory/write.ts'
import { TransactionWriter } from './writer.ts'

/** Of one transaction, in UTF-16 units: it is read again as a whole. */
const MAX_TRANSACTION_LENGTH = 256 * 1024 * 1024

/** One transaction: its own view has what it writes at once, and it keeps what it needs to undo that. */
export class RunningTransaction implements WriteSet {
  readonly stamp = new Stamp()
  readonly writes: Write[] = []
  readonly transaction: Transaction
  /** Where its first writes are, when they are many. */
  apart: TransactionFileRef | undefined
  readonly #tables: Tables
  readonly #begun: HeldMoment
  #length = 0
  #refusal: Error | undefined
  #isLeft = false
  #isOver = false
  #end: Deferred | undefined

  constructor(tables: Tables) {
    this.#tables = tables
    this.#begun = tables.hold()
    const writers = new TransactionWriter({
      tables,
      view: createTransactionView(this.stamp, this.#begun.at),
      pace: new Pacer(),
      texts: tables.texts,
      guard: () => {
        if (this.#refusal !== undefined) throw this.#refusal
        if (this.#isLeft) {
          throw new Error('The transaction was used after its function returned. Await all calls inside the function.')
        }
      },
      write: one => {
        this.#length += one.text.length
        if (this.#length > MAX_TRANSACTION_LENGTH) throw this.refuse(transactionTooLargeError(MAX_TRANSACTION_LENGTH))
        tables.apply(one, this.stamp)
        this.writes.push(one)
      },
      collide: error => {
        throw error instanceof WriteConflictError ? this.refuse(error) : error
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
    this.#end ??= createDeferred()
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
  markReturned(): void {
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
  async undoInSteps(): Promise<void> {
    const pace = new Pacer()
    while (this.writes.length > 0) {
      if (pace.shouldYield) await pace.yieldNow()
      this.#tables.undoOne(this.writes.pop())
    }
    this.undo()
  }
}
