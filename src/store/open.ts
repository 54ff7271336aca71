import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { VERSION } from '../package-root.ts'
import { shellQuote } from '../shell-commands.ts'
import { backUpBeforeUpgrade, removeOldUpgradeBackups, type StoreUpgrade } from './archive/before-upgrade.ts'
import { BACKUPS, listBackups } from './archive/list-backups.ts'
import { fillLowdb } from './embedded/disk/bulk/fill.ts'
import { countRecords, findRawStore } from './embedded/disk/bulk/raw-records.ts'
import { type DurableFiles, durableFiles } from './embedded/disk/durable-files.ts'
import type { DiskOptions } from './embedded/disk/options.ts'
import { inspectLowdb, type RecoverOptions, type Recovery, recoverLowdb } from './embedded/disk/salvage/recover.ts'
import { openLowdb } from './embedded/engine.ts'
import { assertNotMoved } from './engine/errors.ts'
import type { FileSystem } from './files/system.ts'
import { readFolderMarks } from './move/folder-marks.ts'
import type { DatabaseUpgrade, DatabaseUpgradeOptions } from './postgres/bulk/upgrade.ts'
import type { Limits } from './postgres/connections.ts'
import { openPostgres } from './postgres/engine.ts'
import { MIGRATIONS } from './records/migrations/upgrade.ts'
import { SHAPE_VERSION } from './records/schema.ts'
import type { BackgroundFailure, DumpBatch, RawStore, Store } from './store.ts'
import { UnreadableShapeError } from './unreadable-shape-error.ts'

export type { DatabaseUpgrade, Recovery, StoreUpgrade }

export interface OpenOptions {
  /** `lowdb:` for the embedded store, `postgres://…` for a database. */
  readonly url: string
  /** Maximum connections to the database; default 16. */
  readonly connections?: number
  /** How long to wait for the database at most; tests shorten it. */
  readonly limits?: Partial<Limits>
  /** Called before each commit to the database; tests make it slow, or fail. */
  readonly beforeCommit?: () => Promise<void>
  /** The data folder; this process holds it (data-folder/hold.ts). */
  readonly dataDir: string
  /** File operations; tests make them slow, or fail. */
  readonly files?: DurableFiles
  /** Growth of the journals that triggers a snapshot, in bytes. Default: 8 MiB. */
  readonly journalBytes?: number
  /** Length from which a transaction gets its own file, in UTF-16 units of JSON. Default: 1 Mi. */
  readonly longTransaction?: number
  /** Called with failures in the background. */
  readonly report?: (trouble: BackgroundFailure) => void
  /** How a store of an earlier shape is upgraded. Without it, only stores of the current shape open. */
  readonly upgrade?: UpgradeOptions
}

interface UpgradeOptions extends DatabaseUpgradeOptions {
  /** Called when the embedded store was backed up, before it is upgraded. */
  readonly onBackup?: (upgrade: StoreUpgrade) => void
  /** Operations on the backup; tests make them fail. */
  readonly system?: FileSystem
}

const DEFAULT_CONNECTIONS = 16
const DEFAULT_JOURNAL_BYTES = 8 * 1024 * 1024
const DEFAULT_LONG_TRANSACTION = 1024 * 1024

const ignore = (): void => undefined

/** Whether a store URL names a database server. */
export const isDatabase = (url: string): boolean => /^postgres(?:ql)?:\/\//.test(url)

/**
 * Opens a store by its URL.
 * @throws AppError `bad_config` for an unknown URL, or a store that cannot be read.
 */
export async function openStore(options: OpenOptions): Promise<Store> {
  if (isDatabase(options.url)) {
    const { url, connections = DEFAULT_CONNECTIONS, limits, report = ignore, beforeCommit, upgrade } = options
    return openPostgres({ url, connections, limits, report, beforeCommit, upgrade })
  }
  let upgrade: StoreUpgrade | undefined
  const beforeMigration = async (old: RawStore): Promise<void> => {
    if (options.upgrade === undefined) throw new Error(`The store has shape ${old.shape}, and no upgrade is allowed.`)
    upgrade = await backUpBeforeUpgrade(old, { dataDir: options.dataDir, ...options.upgrade })
    options.upgrade.onBackup?.(upgrade)
  }
  const store = await withStoreFolder(options, async place => {
    assertNotMoved(await readFolderMarks(options.dataDir))
    return openLowdb({ ...place, beforeMigration })
  })
  if (upgrade !== undefined) await removeOldUpgradeBackups(upgrade, options.dataDir)
  return store
}

/**
 * Replaces all records of a store, atomically. The store must not be open. Returns the number of records per table. If the source throws or a record is not
 * valid, the store stays as it was.
 * @throws AppError `bad_config` when the store cannot be written, `already_exists` when two records have the same id or key.
 */
export async function fillStore(
  options: OpenOptions,
  batches: AsyncIterable<DumpBatch>,
): Promise<Readonly<Record<string, number>>> {
  return withStoreFolder(options, async place => (await fillLowdb(place, batches)).counts)
}

/**
 * Reads and checks a whole store; returns the number of records per table. The store must not be open.
 * @throws AppError `bad_config` when the store cannot be read.
 */
export const countStore = (options: OpenOptions): Promise<Readonly<Record<string, number>>> =>
  withStoreFolder(options, countRecords)

/**
 * Reads a store in its own shape, which can be an earlier or a later one. The store must not be open.
 * @throws AppError `bad_config` when the store cannot be read.
 */
export const withRawStore = <T>(options: OpenOptions, use: (store: RawStore) => Promise<T>): Promise<T> =>
  withStoreFolder(options, async place => {
    const store = await findRawStore(place)
    if (store === undefined) throw new Error(`${place.folder} has no store.`)
    return use(store)
  })

interface RecoverStoreOptions extends OpenOptions, Pick<RecoverOptions, 'change'> {
  /** Folder name for the damaged files. Without it, nothing changes. */
  readonly keepAs?: string
}

/**
 * Rebuilds a damaged store from its readable records, or only reports them. The store must not be open.
 * @throws AppError `bad_config` when the store cannot be written.
 */
export const recoverStore = ({ keepAs, change, ...options }: RecoverStoreOptions): Promise<Recovery> =>
  withStoreFolder(options, place =>
    keepAs === undefined ? inspectLowdb({ ...place, change }) : recoverLowdb({ ...place, change }, keepAs),
  )

/** How the embedded engine opens its folder in the current shape. */
export const placeOf = ({
  dataDir,
  files = durableFiles,
  journalBytes = DEFAULT_JOURNAL_BYTES,
  longTransaction = DEFAULT_LONG_TRANSACTION,
  report = ignore,
}: OpenOptions): DiskOptions => ({
  folder: join(dataDir, 'store'),
  files,
  journalBytes,
  longTransaction,
  shape: SHAPE_VERSION,
  version: VERSION,
  report,
  migrations: MIGRATIONS,
  beforeMigration: async () => undefined,
})

async function withStoreFolder<T>(options: OpenOptions, use: (place: DiskOptions) => Promise<T>): Promise<T> {
  const { url, dataDir } = options
  if (url !== 'lowdb:') {
    throw new AppError('bad_config', `Store URL ${JSON.stringify(url)} is not supported.`, {
      fix: 'Set it to lowdb:, or to the URL of a PostgreSQL database, such as postgres://dragoman@localhost/dragoman.',
    })
  }
  const place = placeOf(options)
  try {
    return await use(place)
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof UnreadableShapeError) throw await explainUnreadableStore(error, dataDir)
    throw new AppError('bad_config', `The store cannot use ${place.folder}: ${String(error)}.`, {
      fix: 'Allow the user who runs the server to read and write the data folder, and check that its disk is not full.',
      cause: error,
    })
  }
}

/** Explains that another version of dragoman wrote the store, with the command that restores the newest backup that this version can read. */
async function explainUnreadableStore({ store }: UnreadableShapeError, dataDir: string): Promise<AppError> {
  const { folder, has, version } = store
  const writer = version === undefined ? '' : `, written by dragoman ${version}`
  const message = `The store in ${folder} has ${has}${writer}. This is dragoman ${VERSION}, which reads shapes up to ${SHAPE_VERSION}.`
  const start = `Nothing was changed. Start ${version === undefined || version === VERSION ? 'the version that wrote it' : `dragoman ${version}`} or a later one.`
  const backup = (await listBackups(dataDir)).find(({ isReadable }) => isReadable)
  if (backup === undefined) {
    const fix = `${start} ${join(dataDir, BACKUPS)} has no backup that this version can read.`
    return new AppError('bad_config', message, { fix })
  }
  return new AppError('bad_config', message, {
    fix: dragoman =>
      `${start}\nOr restore the backup of ${backup.madeAt}; later changes are saved first: ${dragoman(`restore ${shellQuote(backup.path)} --replace`)}`,
  })
}
