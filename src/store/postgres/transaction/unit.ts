import type { Coalescer } from '../../../scheduling/coalescer.ts'
import type { Change } from '../../store.ts'
import type { Query } from '../connections.ts'
import type { TotalsChange } from '../tables/totals.ts'
import type { Session } from './session.ts'

/** One attempt of a transaction, as its writers see it. */
export interface TransactionUnit {
  readonly session: Session
  /** Runs statements in the transaction. */
  readonly query: Query
  /** Runs statements on the durable state. */
  readonly durable: Query
  /** Whether each write is checked and sent at once: slower, but the function sees which write is refused. */
  readonly isCareful: boolean
  /** While the last check runs, records that it reads cannot change before the transaction completes. */
  readonly isChecking: boolean
  readonly totals: TotalsChange
  readonly totalsLookups: Coalescer
  /** Throws when the transaction cannot be used any more. */
  readonly guard: () => void
  /** Lets other work run from time to time: a transaction may write thousands of records without waiting for the database. */
  pause(): Promise<void>
  /** Runs all steps of long work, between which other work runs. */
  run<Result>(steps: Iterator<unknown, Result>): Promise<Result>
  /** Runs statements; an error ends the transaction, whatever its function does with it. */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** Locks a listing or total that the last check reads. */
  lockChecked(name: string): Promise<void>
  /** Sends what waits in a collection. */
  flushCollection(name: string): Promise<void>
  /** Notes that a write assumes that its ID and unique keys are free. */
  assumeFree(): void
  /** Counts the length of a write, in UTF-16 units of JSON. */
  measure(length: number): void
  note(collection: string, id: string, kind: Change['kind']): void
}
