import { Coalescer } from '../../../scheduling/coalescer.ts'
import { Pacer } from '../../../scheduling/pacer.ts'
import { collectionDefinitions, logDefinitions } from '../../engine/definitions.ts'
import { MAX_TRANSACTION_LENGTH, transactionOverError, transactionTooLargeError } from '../../engine/errors.ts'
import type { Change, Transaction } from '../../store.ts'
import type { Query } from '../connections.ts'
import { ConflictError, isRetryable, KeyTakenError } from '../errors.ts'
import { collectionLayouts, logLayouts } from '../tables/layout.ts'
import { TotalsChange } from '../tables/totals.ts'
import type { Session } from './session.ts'
import type { TransactionUnit } from './unit.ts'
import { CollectionWriter, LogWriter } from './writer.ts'

interface TransactionContext {
  readonly session: Session
  /** Runs statements on the durable state. */
  readonly durable: Query
  /** Whether each write is checked and sent at once: slower, but the function sees which write is refused. */
  readonly isCareful: boolean
}

/** One attempt of a transaction. */
export class RunningTransaction implements TransactionUnit {
  readonly session: Session
  readonly durable: Query
  readonly isCareful: boolean
  readonly totals = new TotalsChange()
  readonly totalsLookups = new Coalescer()
  readonly #locks = new Coalescer()
  readonly changes: Change[] = []
  readonly transaction: Transaction
  readonly #collections = new Map<string, CollectionWriter>()
  readonly #logs = new Map<string, LogWriter>()
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
    this.transaction = new Tables(this) as unknown as Transaction
  }

  /** The error of every further use: what ended the transaction early. */
  get refusal(): unknown {
    return this.#refusal
  }

  /** While the last check runs, records that it reads cannot change before the transaction completes. */
  get isChecking(): boolean {
    return this.#isChecking
  }

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

  async run<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
    const result = await this.#pace.run(steps)
    this.guard()
    return result
  }

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

  flushCollection(name: string): Promise<void> {
    return this.collection(name).flush()
  }

  collection(name: string): CollectionWriter {
    const known = this.#collections.get(name)
    if (known !== undefined) return known
    const layout = collectionLayouts.get(name)
    if (layout === undefined) throw new Error(`There is no collection ${JSON.stringify(name)}.`)
    const writer = new CollectionWriter(layout, this)
    this.#collections.set(name, writer)
    return writer
  }

  log(name: string): LogWriter {
    const known = this.#logs.get(name)
    if (known !== undefined) return known
    const layout = logLayouts.get(name)
    if (layout === undefined) throw new Error(`There is no log ${JSON.stringify(name)}.`)
    const writer = new LogWriter(layout, this)
    this.#logs.set(name, writer)
    return writer
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

  /** After its function threw: finds out whether it did so because a write was not refused that should have been. */
  async verify(): Promise<void> {
    if (this.#refusal === undefined && this.#isAssuming && !this.isCareful)
      await this.#flushRows().catch(() => undefined)
  }

  /** Sends all that waits, and the totals last. */
  async flush(lock: string): Promise<void> {
    await this.#flushRows()
    await this.attempt(() => this.totals.flush(this.session.query, lock))
  }

  async #flushRows(): Promise<void> {
    // In one order, so that two transactions seldom wait for each other.
    const collections = [...this.#collections].sort(([one], [other]) => (one < other ? -1 : 1))
    for (const [, collection] of collections) await collection.flush()
    for (const log of this.#logs.values()) await log.flush()
  }

  /** Whether the transaction has to run again after an error, and how. */
  get again(): 'plain' | 'careful' | undefined {
    if (this.#refusal instanceof ConflictError) return this.isCareful ? 'careful' : 'plain'
    return this.#refusal instanceof KeyTakenError ? 'careful' : undefined
  }
}

/** The writers of a transaction by name of their table. */
class Tables {
  readonly unit: RunningTransaction

  static {
    for (const name of Object.keys(collectionDefinitions)) {
      Object.defineProperty(Tables.prototype, name, {
        get(this: Tables) {
          return this.unit.collection(name)
        },
      })
    }
    for (const name of Object.keys(logDefinitions)) {
      Object.defineProperty(Tables.prototype, name, {
        get(this: Tables) {
          return this.unit.log(name)
        },
      })
    }
  }

  constructor(unit: RunningTransaction) {
    this.unit = unit
  }
}
