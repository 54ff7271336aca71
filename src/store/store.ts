import type { Frozen } from './frozen.ts'
import type { CollectionName, Collections, LogName, Logs } from './records/schema.ts'
import type { SharedState } from './shared-state.ts'

type RecordOf<C extends CollectionName> = Frozen<Collections[C]['record']>
type UniqueOf<C extends CollectionName> = Collections[C]['unique']
type IndexOf<C extends CollectionName> = Collections[C]['index']
type WeightOf<C extends CollectionName> = Collections[C]['weight']
type GapOf<C extends CollectionName> = Collections[C]['gap']
type TextOf<C extends CollectionName> = Collections[C]['text']

export interface PageOptions {
  /** 1 to 1,000. */
  readonly limit: number
  /** The `next` of the previous page. */
  readonly after?: string | undefined
}

/** Page options for collections with sort keys. */
export interface SortKeyOptions {
  /** 1 to 1,000. */
  readonly limit: number
  /** A sort key: only records after it are returned. */
  readonly behind?: string | undefined
}

export interface Page<T> {
  readonly items: readonly T[]
  /** Present if there are more; opaque. */
  readonly next?: string
}

export interface SimilarOptions {
  /** How similar texts must be at least to be worth a comparison, as a share of their characters: above 0, up to 1. */
  readonly similarity: number
  /** Maximum distinct texts. */
  readonly limit: number
}

/** Records that have a text, under one index key. */
export interface RecordsWithText {
  readonly key: string
  readonly text: string
  /** At most 1,000. */
  readonly ids: readonly string[]
}

/** Lookups in one collection. Their cost does not depend on its size; a listing costs in proportion to the records that it returns. */
export interface Repository<C extends CollectionName> {
  get(id: string): Promise<RecordOf<C> | undefined>
  /** Finds up to 1,000 records, in the order of the IDs: cheaper than as many calls of `get`. */
  getEach(ids: readonly string[]): Promise<readonly (RecordOf<C> | undefined)[]>
  /** Finds a record by a unique key. */
  by(unique: UniqueOf<C>, key: string): Promise<RecordOf<C> | undefined>
  /** Lists all records with an index key, in the order of the collection. */
  list(index: IndexOf<C>, key: string): Promise<readonly RecordOf<C>[]>
  page(index: IndexOf<C>, key: string, options: PageOptions): Promise<Page<RecordOf<C>>>
  /** Lists the first records with an index key after a sort key. */
  behind(index: IndexOf<C>, key: string, options: SortKeyOptions): Promise<readonly RecordOf<C>[]>
  /** Like `behind`, but lists only records with a gap, such as entries without a translation in the locale `about`. */
  gaps(gap: GapOf<C>, key: string, about: string, options: SortKeyOptions): Promise<readonly RecordOf<C>[]>
  count(index: IndexOf<C>, key: string): Promise<number>
  /** Counts for up to 1,000 keys, in their order: cheaper than as many calls of `count`. */
  countEach(index: IndexOf<C>, keys: readonly string[]): Promise<readonly number[]>
  /** Sums a weight over all records with an index key. */
  sum(index: IndexOf<C>, key: string, weight: WeightOf<C>): Promise<number>
  /**
   * Finds the records that have exactly this text. Like `findSimilar`, it sees the durable state, in transactions too: get a record to see what it has now.
   * The first search under an index key takes time for each of its records, and other work runs meanwhile.
   */
  findText(texts: TextOf<C>, keys: readonly string[], text: string): Promise<readonly RecordsWithText[]>
  /** Finds texts that can be similar to this one, most similar first for each index key. Compare them to know how similar they are. */
  findSimilar(
    texts: TextOf<C>,
    keys: readonly string[],
    text: string,
    options: SimilarOptions,
  ): Promise<readonly RecordsWithText[]>
}

/** A period; both ends are included. */
export interface TimeSpan {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface LogPageOptions extends PageOptions {
  /** Skips segments outside of this period. Items may still include records outside of it. */
  readonly made?: TimeSpan | undefined
}

/** An append-only collection on disk (revisions, audit events). Records never change; only `trim` removes old ones. */
export interface LogReader<L extends LogName> {
  get(id: string): Promise<Frozen<Logs[L]['record']> | undefined>
  /** Newest first. */
  page(index: Logs[L]['index'], key: string, options: LogPageOptions): Promise<Page<Frozen<Logs[L]['record']>>>
}

export type Reader = { readonly [C in CollectionName]: Repository<C> } & { readonly [L in LogName]: LogReader<L> }

interface Writes<C extends CollectionName> {
  /**
   * Adds a record.
   * @throws AppError `already_exists` if its ID or a unique key is taken.
   */
  insert(record: RecordOf<C>): Promise<void>
  /**
   * Replaces the record with this ID.
   * @throws AppError `not_found`, `already_exists`.
   */
  put(record: RecordOf<C>): Promise<void>
  /** Removes the record, if it exists. */
  remove(id: string): Promise<void>
}

/** Reads and writes of a transaction. Reads include its own writes and those of completed transactions. Valid until the function of the transaction returns. */
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
  /** Version of the record shapes. */
  readonly shape: number
  /** False if writes are rejected, for example because the disk is full. */
  readonly writable: boolean
  /** The reason why writes are rejected. */
  readonly reason?: string
  readonly counts: Readonly<Record<string, number>>
  /** Of a database: its address, without user and password. */
  readonly place?: string
  /** Of a database: how many processes use it now, this one included. */
  readonly processes?: number
}

/** Figures for monitoring: totals since the store was opened, and what is now. An engine leaves out what it does not have. */
export interface StoreFigures {
  /** Transactions that became durable. */
  readonly commits: number
  /** Commits that failed. */
  readonly failures: number
  /** Transactions that wait to become durable. */
  readonly waiting: number
  /** Records of each table, if that is known without counting. */
  readonly records?: Readonly<Record<string, number>>
  readonly journal?: { readonly bytes: number }
  readonly snapshots?: {
    readonly written: number
    readonly failed: number
    /** Time of all that were written. */
    readonly seconds: number
    /** Size of the last one. */
    readonly bytes: number
  }
  /** Connections to the database. `waiting`: calls that wait for one. */
  readonly pool?: { readonly used: number; readonly idle: number; readonly waiting: number }
}

/** A failure in the background, without a caller. */
export interface BackgroundFailure {
  readonly message: string
  readonly error?: unknown
}

/** Records of one table, at most 1,000. */
export interface DumpBatch {
  readonly table: CollectionName | LogName
  readonly records: readonly { readonly id: string }[]
}

/** A consistent copy of the whole store, for a backup. While it is open, the store keeps replaced records. */
export interface Dump {
  /** Number of records per collection and log. */
  readonly counts: Readonly<Record<string, number>>
  /** Yields table after table; logs oldest first. */
  batches(): AsyncIterable<DumpBatch>
  close(): void
}

/** All records of a closed store, in the shape that they have there. */
export interface RawStore {
  /** Version of the record shapes. */
  readonly shape: number
  /** Version of dragoman that wrote the last snapshot; undefined in stores from before versions were recorded. */
  readonly version: string | undefined
  /** Equal for the same state of the same store: 12 hexadecimal digits. */
  readonly fingerprint: string
  /** Length of all its files. */
  readonly bytes: number
  /** Number of records of each table that has any. */
  readonly counts: Readonly<Record<string, number>>
  /** Former collections first, then collections in the order of their definitions, then logs, oldest first. Can be read several times. */
  batches(): AsyncIterable<DumpBatch>
}

/** How a transaction is scheduled. */
export interface TransactionOptions {
  /** Transactions of one lock run one after the other, different locks run in parallel. Default: the common lock. */
  readonly lock?: string | undefined
  /** The user, for fair turns among those who wait for the same lock. */
  readonly user?: string | undefined
  /** Runs before others in the lock. For revocations. */
  readonly urgent?: boolean | undefined
  /**
   * Runs last; if it throws, the transaction fails. Checks the records that the transaction read again, because other locks may have changed them. What it reads
   * cannot change before the transaction completes, and checks of other transactions that count the same see its writes.
   */
  readonly check?: ((tx: Transaction) => Promise<void>) | undefined
}

/** The count and the checksum of the records of one table. */
export interface TableChecksum {
  readonly records: number
  /** SHA-256 over the SHA-256 of each record's line in a backup, with its line end, in the order of their IDs. */
  readonly sha256: string
}

/** By table; tables without records are absent. */
export type Checksums = Readonly<Record<string, TableChecksum>>

/** Where a store has moved. */
export interface MoveMark {
  /** ID of the move. */
  readonly id: string
  /** The new place, for people. */
  readonly to: string
  readonly at: string
}

/** The marks of moves on a store. */
export interface MoveMarks {
  /** Where its records have moved. */
  readonly departure?: MoveMark | undefined
  /** ID of a move into it that is copied, but not confirmed. */
  readonly arrival?: string | undefined
}

/** A move away from a store. Until it ends, `trim` removes nothing. Of a process that ends, a move ends within a minute. */
export interface StoreExport {
  /** Refuses writes of all processes with `store_unavailable`. Resolves when all earlier ones are durable, and listeners know them. */
  stopWrites(): Promise<void>
  /** Call every few seconds. @throws AppError `conflict` when it was too late, and writes went on. */
  renew(): Promise<void>
  checksums(): Promise<Checksums>
  /** Refuses writes from now on, also after a restart. @throws AppError `conflict` as above. */
  complete(mark: MoveMark): Promise<void>
  /** Lets writes go on, unless the move is complete. */
  end(): Promise<void>
}

/** The store. All engines pass the same tests (tests/store/contract.ts). */
export interface Store {
  /** Reads the durable state. */
  readonly read: Reader
  readonly shared: SharedState
  /**
   * Runs `fn` in a transaction; resolves when its writes are durable. If `fn` throws, nothing is written. `fn` sees all completed transactions, including those
   * that other locks complete while it runs; a record that it has read may stay as it was.
   * On a write conflict with another lock, the writes are undone, and `fn` runs again after that transaction. If a disk write fails, the transactions that saw
   * its data fail, too. `fn` must not start another transaction: it could wait for itself.
   * @throws AppError `store_unavailable` when the store cannot write now, `too_large` when the transaction is too large.
   */
  transaction<T>(fn: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Removes old records of a log; returns their number. Removes only whole segments whose records are all older than `before`. Running reads finish first.
   * @throws AppError `store_unavailable` when the store cannot write now.
   */
  trim(log: LogName, before: string): Promise<number>
  /** Calls `listener` with the changes of each durable transaction, in order. Returns the function that unsubscribes. */
  watch(listener: (changes: readonly Change[]) => void): () => void
  status(): Promise<StoreStatus>
  /** Costs the same for every size of the store. */
  figures(): StoreFigures
  /** Opens a consistent copy of the durable state. The store keeps working. */
  dump(): Promise<Dump>
  /** Begins a move to another store (move/move.ts). @throws AppError `conflict` while another one runs. */
  depart(id: string): Promise<StoreExport>
  /** Finishes running transactions and closes the store. Later calls fail with `store_unavailable`. */
  close(): Promise<void>
}
