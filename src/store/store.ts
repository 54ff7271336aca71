import type { Frozen } from './frozen.ts'
import type { CollectionName, Collections, LogName, Logs } from './records/schema.ts'

type RecordOf<C extends CollectionName> = Frozen<Collections[C]['record']>
type UniqueOf<C extends CollectionName> = Collections[C]['unique']
type IndexOf<C extends CollectionName> = Collections[C]['index']
type WeightOf<C extends CollectionName> = Collections[C]['weight']
type GapOf<C extends CollectionName> = Collections[C]['gap']

export interface PageOptions {
  /** 1 to 1,000. */
  readonly limit: number
  /** The `next` of the page before. */
  readonly after?: string | undefined
}

/** Of collections whose records have sort keys of their own. */
export interface SortKeyOptions {
  /** 1 to 1,000. */
  readonly limit: number
  /** A sort key: records up to it are left out. */
  readonly behind?: string | undefined
}

export interface Page<T> {
  readonly items: readonly T[]
  /** Present when there is more; opaque. */
  readonly next?: string
}

/** Look-ups of one collection. Each costs the same however many records there are (a listing: what it returns). */
export interface Repository<C extends CollectionName> {
  get(id: string): Promise<RecordOf<C> | undefined>
  /** The record whose unique key has this value. */
  by(unique: UniqueOf<C>, key: string): Promise<RecordOf<C> | undefined>
  /** All records under an index key, in the collection's order. */
  list(index: IndexOf<C>, key: string): Promise<readonly RecordOf<C>[]>
  page(index: IndexOf<C>, key: string, options: PageOptions): Promise<Page<RecordOf<C>>>
  /** The first records under an index key behind a sort key. */
  behind(index: IndexOf<C>, key: string, options: SortKeyOptions): Promise<readonly RecordOf<C>[]>
  /** The same, of those alone for which there is nothing: a gap of the collection, asked about something such as a locale. */
  gaps(gap: GapOf<C>, key: string, about: string, options: SortKeyOptions): Promise<readonly RecordOf<C>[]>
  count(index: IndexOf<C>, key: string): Promise<number>
  /** One of the collection's weights, added up over all records under an index key. */
  sum(index: IndexOf<C>, key: string, weight: WeightOf<C>): Promise<number>
}

/** From when to when, both included. */
export interface TimeSpan {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface LogPageOptions extends PageOptions {
  /** What was made outside of it is not asked for: whole stretches of it are passed over unread, and the rest may be among the items. */
  readonly made?: TimeSpan | undefined
}

/** An append-only collection (revisions, audit events), kept on disk: nothing in it is ever changed, and nothing goes but its old end (`trim`). */
export interface LogReader<L extends LogName> {
  get(id: string): Promise<Frozen<Logs[L]['record']> | undefined>
  /** Newest first. */
  page(index: Logs[L]['index'], key: string, options: LogPageOptions): Promise<Page<Frozen<Logs[L]['record']>>>
}

export type Reader = { readonly [C in CollectionName]: Repository<C> } & { readonly [L in LogName]: LogReader<L> }

interface Writes<C extends CollectionName> {
  /** Adds a record. @throws AppError `already_exists` when its id or a unique key is taken. */
  insert(record: RecordOf<C>): Promise<void>
  /** Replaces the record with this id. @throws AppError `not_found`, `already_exists`. */
  put(record: RecordOf<C>): Promise<void>
  /** Removes the record; no error when there is none. */
  remove(id: string): Promise<void>
}

/** Reads that see what this and every earlier transaction wrote, and writes. Valid only until its function returns. */
export type Transaction = { readonly [C in CollectionName]: Repository<C> & Writes<C> } & {
  readonly [L in LogName]: LogReader<L> & { append(record: Frozen<Logs[L]['record']>): Promise<void> }
}

export interface Change {
  readonly collection: CollectionName | LogName
  readonly id: string
  readonly kind: 'insert' | 'put' | 'remove' | 'append'
}

export interface StoreStatus {
  readonly engine: string
  /** False when writes are refused, for example because the disk is full. */
  readonly writable: boolean
  /** Why writes are refused. */
  readonly reason?: string
  readonly counts: Readonly<Record<string, number>>
}

/** Something that went wrong where no caller could be told. */
export interface BackgroundFailure {
  readonly message: string
  readonly error?: unknown
}

/** Records of one table, at most 1,000. */
export interface DumpBatch {
  readonly table: CollectionName | LogName
  readonly records: readonly { readonly id: string }[]
}

/** One state of a whole store, for a backup. While it is open, the store keeps what later changes replace. */
export interface Dump {
  /** How many records each collection and log has. */
  readonly counts: Readonly<Record<string, number>>
  /** Table after table; logs in the order in which they were appended. */
  batches(): AsyncIterable<DumpBatch>
  close(): void
}

/** How a transaction runs beside others. */
export interface TransactionOptions {
  /** Transactions of one lane run one after the other, those of different lanes side by side. Default: the lane of all that name none. */
  readonly lane?: string | undefined
  /** On whose behalf: those who wait for the same lane are taken in turn. */
  readonly user?: string | undefined
  /** Goes before all that waits for the lane: what takes rights away. */
  readonly urgent?: boolean | undefined
  /**
   * The last look before the transaction completes: no other one completes until it has returned, and its throw refuses the transaction. What the
   * transaction read of other lanes may have changed since.
   */
  readonly check?: ((tx: Transaction) => Promise<void>) | undefined
}

/** What the service keeps, behind two engines with one contract (tests/store/contract.ts). */
export interface Store {
  /** Durable state only. */
  readonly read: Reader
  /**
   * Runs `fn` alone in its lane, with all that completed before in view, of other lanes also what completes meanwhile. Resolves when everything that `fn`
   * wrote is durable; a throw writes nothing; when making it durable fails, it and everything that was built on it fail together. Where it writes a record
   * that a transaction of another lane is about to write, all it did is taken back, and `fn` runs once more when that one has ended.
   * `fn` must not start another transaction: it could wait for itself.
   * @throws AppError `store_unavailable` when the store cannot write now, `too_large` when it writes more than the store takes at once.
   */
  transaction<T>(fn: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Lets records at the old end of a log go, and gives how many went. Only whole stretches go, as the engine keeps them, none of whose records was
   * made at `before` or later; the others stay until a later call. Whoever reads such a stretch meanwhile reads it to its end.
   * @throws AppError `store_unavailable` when the store cannot write now; a later call lets them go.
   */
  trim(log: LogName, before: string): Promise<number>
  /** Calls `listener` with the changes of each transaction once it is durable, in order. Returns the function that stops it. */
  watch(listener: (changes: readonly Change[]) => void): () => void
  status(): StoreStatus
  /** Everything that is durable at this moment, consistent however long reading it takes, while the store goes on working. */
  dump(): Dump
  /** Finishes the transactions under way and releases the store; later calls fail with `store_unavailable`. */
  close(): Promise<void>
}
