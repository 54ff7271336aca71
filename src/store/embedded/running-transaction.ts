import { Pacer } from '../../scheduling/pacer.ts'
import { MAX_TRANSACTION_LENGTH, transactionOverError, transactionTooLargeError } from '../engine/errors.ts'
import { TransactionTables } from '../engine/transaction-tables.ts'
import type { Change, Transaction } from '../store.ts'
import { createDeferred, type Deferred } from './deferred.ts'
import type { TransactionFileRef } from './disk/journal/line.ts'
import { createTransactionView, Stamp, WriteConflictError } from './memory/stamp.ts'
import type { PinnedView, Tables } from './memory/tables.ts'
import type { Write, WriteSet } from './memory/write.ts'
import { createWriter, type WriteContext } from './writer.ts'

/** One transaction. Its own view sees its writes at once; it keeps them, so that they can be undone. */
export class RunningTransaction implements WriteSet {
  readonly stamp = new Stamp()
  readonly writes: Write[] = []
  readonly transaction: Transaction
  /** The file with its first writes, if the transaction is long. */
  transactionFile: TransactionFileRef | undefined
  readonly #tables: Tables
  readonly #begun: PinnedView
  #length = 0
  #refusal: Error | undefined
  #isLeft = false
  #isOver = false
  #end: Deferred | undefined

  constructor(tables: Tables) {
    this.#tables = tables
    this.#begun = tables.hold()
    const context: WriteContext = {
      tables,
      view: createTransactionView(this.stamp, this.#begun.at),
      pace: new Pacer(),
      texts: tables.texts,
      guard: () => {
        if (this.#refusal !== undefined) throw this.#refusal
        if (this.#isLeft) throw transactionOverError()
      },
      write: one => {
        this.#length += one.text.length
        if (this.#length > MAX_TRANSACTION_LENGTH) throw this.refuse(transactionTooLargeError())
        tables.apply(one, this.stamp)
        this.writes.push(one)
      },
      onConflict: error => {
        throw error instanceof WriteConflictError ? this.refuse(error) : error
      },
    }
    this.transaction = new TransactionTables(name => createWriter(name, context)) as unknown as Transaction
  }

  /** The error of every further use of the transaction. */
  get refusal(): Error | undefined {
    return this.#refusal
  }

  /** Resolves when it has completed or is undone completely. */
  get ended(): Promise<void> {
    this.#end ??= createDeferred()
    if (this.#isOver) this.#end.resolve()
    return this.#end.promise
  }

  /** Length of all writes as JSON, in UTF-16 units. */
  get length(): number {
    return this.#length
  }

  changes(): readonly Change[] {
    return this.writes.map(({ table, kind, id }) => ({ collection: table as Change['collection'], id, kind }))
  }

  /** Makes every further use of the transaction throw, even if its function catches the error. Returns the first refusal. */
  refuse(refusal: Error): Error {
    this.#refusal ??= refusal
    return this.#refusal
  }

  /** Makes every further use throw, because the function of the transaction has returned. */
  markReturned(): void {
    this.#isLeft = true
  }

  /** Makes its writes visible to other transactions. */
  complete(): void {
    this.#tables.complete(this)
    this.#finish()
  }

  /** Undoes its writes at once. Transactions that completed after it must be undone before. */
  undo(): void {
    this.#tables.undo(this)
    this.writes.length = 0
    this.#finish()
  }

  #finish(): void {
    this.#begun.release()
    this.#isOver = true
    this.#end?.resolve()
  }

  /** Undoes its writes in steps, between which other work runs. Only safe before completion, when no other transaction has seen them. */
  async undoInSteps(): Promise<void> {
    const pace = new Pacer()
    while (this.writes.length > 0) {
      if (pace.shouldYield) await pace.yieldNow()
      this.#tables.undoOne(this.writes.pop())
    }
    this.undo()
  }
}
