import { TransactionTables } from '../../engine/transaction-tables.ts'
import type { Transaction } from '../../store.ts'
import { collectionLayouts, logLayouts } from '../tables/layout.ts'
import { TransactionUnit } from './unit.ts'
import { CollectionWriter, LogWriter } from './writer.ts'

/** One attempt of a transaction. */
export class RunningTransaction extends TransactionUnit {
  readonly #tables = new TransactionTables(name => this.#createWriter(name))

  get transaction(): Transaction {
    return this.#tables as unknown as Transaction
  }

  async flushCollection(name: string): Promise<void> {
    await this.#tables.writers.get(name)?.flush()
  }

  /** After its function threw: finds out whether it did so because a write was not refused that should have been. */
  async verify(): Promise<void> {
    if (this.refusal === undefined && this.isAssuming && !this.isCareful) await this.#flushRows().catch(() => undefined)
  }

  /** Sends all that waits, and the totals last. */
  async flush(lock: string): Promise<void> {
    await this.#flushRows()
    await this.attempt(() => this.totals.flush(this.session.query, lock))
  }

  async #flushRows(): Promise<void> {
    const used = [...this.#tables.writers]
    const collections = used.filter(([, writer]) => writer instanceof CollectionWriter)
    // In one order, so that two transactions seldom wait for each other.
    collections.sort(([one], [other]) => (one < other ? -1 : 1))
    for (const [, collection] of collections) await collection.flush()
    for (const [, writer] of used) if (writer instanceof LogWriter) await writer.flush()
  }

  #createWriter(name: string): CollectionWriter | LogWriter {
    const collection = collectionLayouts.get(name)
    if (collection !== undefined) return new CollectionWriter(collection, this)
    const log = logLayouts.get(name)
    if (log === undefined) throw new Error(`There is no table ${JSON.stringify(name)}.`)
    return new LogWriter(log, this)
  }
}
