import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { type FillOptions, fillLowdb } from './lowdb/disk/bulk/fill.ts'
import { countRecords } from './lowdb/disk/bulk/raw-records.ts'
import { type DurableFiles, durableFiles } from './lowdb/disk/durable-files.ts'
import { inspectLowdb, type RecoverOptions, type Recovery, recoverLowdb } from './lowdb/disk/salvage/recover.ts'
import { openLowdb } from './lowdb/engine.ts'
import { MIGRATIONS } from './records/migrations/upgrade.ts'
import { SHAPE_VERSION } from './records/schema.ts'
import type { BackgroundFailure, DumpBatch, Store } from './store.ts'

export type { Recovery }

export interface OpenOptions {
  /** `lowdb:` is the data folder. */
  readonly url: string
  /** The data folder; this process holds it (data-folder/hold.ts). */
  readonly dataDir: string
  /** How files are made durable; tests make it slow, or fail. */
  readonly files?: DurableFiles
  /** The embedded store writes a snapshot each time that its journals grew by so many bytes; 8 MiB when left out. */
  readonly journalBytes?: number
  /** Transactions of the embedded store have a file of their own from so many UTF-16 units of JSON on; 1 Mi when left out. */
  readonly longTransaction?: number
  /** Hears of what goes wrong in the background. */
  readonly report?: (trouble: BackgroundFailure) => void
}

const DEFAULT_JOURNAL_BYTES = 8 * 1024 * 1024
const DEFAULT_LONG_TRANSACTION = 1024 * 1024

/**
 * Opens the store that a URL names.
 * @throws AppError `bad_config` when there is no such store, or what it has cannot be read.
 */
export async function openStore(options: OpenOptions): Promise<Store> {
  const {
    journalBytes = DEFAULT_JOURNAL_BYTES,
    longTransaction = DEFAULT_LONG_TRANSACTION,
    report = () => undefined,
  } = options
  const sizes = { journalBytes, longTransaction }
  return withStoreFolder(options, place => openLowdb({ ...place, ...sizes, migrations: MIGRATIONS, report }))
}

/**
 * Replaces everything that a store keeps by these records, at once when all of it is on the disk. Nobody may have the store open. Gives how
 * many records each table has now. A throw of the source leaves the store as it was, and so does a record that does not fit.
 * @throws AppError `bad_config` when there is no such store or it cannot be written, `already_exists` when two records have the same id or key.
 */
export async function fillStore(
  options: OpenOptions,
  batches: AsyncIterable<DumpBatch>,
): Promise<Readonly<Record<string, number>>> {
  const refuse = (_table: string, _record: unknown, error: Error): never => {
    throw error
  }
  return withStoreFolder(options, async place => (await fillLowdb(place, batches, refuse)).counts)
}

/**
 * How many records each table of a store has, read with every check; changes nothing. Nobody may have the store open.
 * @throws AppError `bad_config` when there is no such store, or what it has cannot be read.
 */
export const countStore = (options: OpenOptions): Promise<Readonly<Record<string, number>>> =>
  withStoreFolder(options, countRecords)

interface RecoverStoreOptions extends OpenOptions, Pick<RecoverOptions, 'change'> {
  /** The damaged files stay in the data folder under this name; without it nothing is changed. */
  readonly keepAs?: string
}

/**
 * Makes a store of what can be read of a damaged one, or says what it would find. Nobody may have the store open.
 * @throws AppError `bad_config` when there is no such store or it cannot be written.
 */
export const recoverStore = ({ keepAs, change, ...options }: RecoverStoreOptions): Promise<Recovery> =>
  withStoreFolder(options, place =>
    keepAs === undefined ? inspectLowdb({ ...place, change }) : recoverLowdb({ ...place, change }, keepAs),
  )

async function withStoreFolder<T>(
  { url, dataDir, files = durableFiles }: OpenOptions,
  use: (place: FillOptions) => Promise<T>,
): Promise<T> {
  if (url !== 'lowdb:') {
    throw new AppError('bad_config', `The store URL is ${JSON.stringify(url)}; no such store is built in.`, {
      fix: 'Set DRAGOMAN_STORE_URL to lowdb: or leave it out.',
    })
  }
  const folder = join(dataDir, 'store')
  try {
    return await use({ folder, files, shape: SHAPE_VERSION })
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_config', `The store cannot use ${folder}: ${String(error)}.`, {
      fix: 'Give the user that runs the server read and write rights on the data folder, and check that its disk is not full.',
      cause: error,
    })
  }
}
