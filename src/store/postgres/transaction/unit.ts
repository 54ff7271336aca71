import { Coalescer } from '../../../scheduling/coalescer.ts'
import { Pacer } from '../../../scheduling/pacer.ts'
import { MAX_TRANSACTION_LENGTH, transactionOverError, transactionTooLargeError } from '../../engine/errors.ts'
import type { Change } from '../../store.ts'
import type { Query } from '../connections.ts'
import { ConflictError, isRetryable, KeyTakenError } from '../errors.ts'
import { TotalsChange } from '../tables/totals.ts'
import type { Session } from './session.ts'

interface TransactionContext {
  readonly session: Session
  /** Runs statements on the durable state. */
  readonly durable: Query
  /** Whether each write is checked and sent at once: slower, but the function sees which write is refused. */
  readonly isCareful: boolean
}

/** One attempt of a transaction, as its writers see it. */
export abstract class TransactionUnit implements TransactionContext {
  readonly session: Session
  readonly durable: Query
  readonly isCareful: boolean
  readonly totals = new TotalsChange()
  readonly totalsLookups = new Coalescer()
  readonly changes: Change[] = []
  readonly #locks = new Coalescer()
  readonly #pace = new Pacer()
  #length = 0
  #isAssuming = false
  #isLeft = false
  #isChecking = false
  #refusal: unknown

  constructor({ session, durable, isCareful }: TransactionContext) {
    this.session = session
    this.durable = durable
    this.isCareful = isCareful
  }

  /** Sends what waits in a collection. */
  abstract flushCollection(name: string): Promise<void>

  /** The error of every further use: what ended the transaction early. */
  get refusal(): unknown {
    return this.#refusal
  }

  /** While the last check runs, records that it reads cannot change before the transaction completes. */
  get isChecking(): boolean {
    return this.#isChecking
  }

  /** Whether a write assumed that its ID and unique keys are free. */
  protected get isAssuming(): boolean {
    return this.#isAssuming
  }

  /** Throws when the transaction cannot be used any more. */
  readonly guard = (): void => {
    if (this.#refusal !== undefined) throw this.#refusal
    if (this.#isLeft) throw transactionOverError()
  }

  /** Lets other work run from time to time: a transaction may write thousands of records without waiting for the database. */
  async pause(): Promise<void> {
    this.guard()
    if (!this.#pace.shouldYield) return
    await this.#pace.yieldNow()
    this.guard()
  }

  /** Runs all steps of long work, between which other work runs. */
  async run<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
    const result = await this.#pace.run(steps)
    this.guard()
    return result
  }

  /** Runs statements in the transaction. */
  readonly query: Query = async (text, values) => {
    this.guard()
    return this.attempt(() => this.session.query(text, values))
  }

  /** Runs statements; an error ends the transaction, whatever its function does with it. */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      this.#refusal ??= isRetryable(error) ? new ConflictError(error) : error
      throw this.#refusal
    }
  }

  /** Notes that a write assumes that its ID and unique keys are free. */
  assumeFree(): void {
    this.#isAssuming = true
  }

  /** Counts the length of a write, in UTF-16 units of JSON. */
  measure(length: number): void {
    this.#length += length
    if (this.#length <= MAX_TRANSACTION_LENGTH) return
    this.#refusal ??= transactionTooLargeError()
    throw this.#refusal
  }

  note(collection: string, id: string, kind: Change['kind']): void {
    this.changes.push({ collection: collection as Change['collection'], id, kind })
  }

  /** Locks a listing or total that the last check reads: no other transaction's check sees it before this one has ended. */
  async lockChecked(name: string): Promise<void> {
    await this.#locks.find('checked', name, async names => {
      await this.attempt(() => this.session.lock('checked', names))
      return new Map()
    })
  }

  beginCheck(): void {
    this.#isChecking = true
  }

  /** Makes every further use throw, because the function of the transaction has returned. */
  markReturned(): void {
    this.#isLeft = true
  }

  /** Whether the transaction has to run again after an error, and how. */
  get again(): 'plain' | 'careful' | undefined {
    if (this.#refusal instanceof ConflictError) return this.isCareful ? 'careful' : 'plain'
    return this.#refusal instanceof KeyTakenError ? 'careful' : undefined
  }
}
