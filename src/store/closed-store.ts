import { join } from 'node:path'
import { formatCompactInstant } from './archive/list-backups.ts'
import { holdFolder } from './data-folder/hold.ts'
import { arriveInFolder } from './embedded/store-import.ts'
import { copyFolder } from './files/copy-folder.ts'
import type { FileSystem } from './files/system.ts'
import { markFolder, readFolderMarks } from './move/folder-marks.ts'
import type { StoreImport } from './move/store-import.ts'
import { countStore, fillStore, isDatabase, type OpenOptions, placeOf, withRawStore } from './open.ts'
import { PostgresFill } from './postgres/bulk/fill.ts'
import { DatabaseAccess, type DatabaseConnections, type DatabaseFacts, toOpenError } from './postgres/bulk/hold.ts'
import { arriveInDatabase } from './postgres/bulk/store-import.ts'
import type { DumpBatch, MoveMark, MoveMarks, RawStore } from './store.ts'

/** A store that no process has open: a held data folder, or a database that nobody uses. */
export interface ClosedStore {
  /** Number of records per table. @throws AppError `bad_config` when the store cannot be read. */
  counts(): Promise<Readonly<Record<string, number>>>
  marks(): Promise<MoveMarks>
  /** Reads it in its own shape. @throws AppError `bad_config` when it cannot be read. */
  raw<T>(use: (store: RawStore) => Promise<T>): Promise<T>
  /** Keeps what cannot be read when it is replaced: copies the files to `path`, or renames the schema. Returns where it is then. */
  keepUnreadable(path: string, now: Date, system: FileSystem): Promise<string>
  /** Replaces all records, atomically; returns the number of records per table. If `batches` throws, nothing changes. */
  fill(batches: AsyncIterable<DumpBatch>): Promise<Readonly<Record<string, number>>>
  /** Replaces all records by those of a move, which the caller controls. */
  arrive(signal: AbortSignal): StoreImport
  /** Facts about a database; undefined for a data folder. */
  facts(): Promise<DatabaseFacts | undefined>
  release(): Promise<void>
}

/** Takes a store that no process has open. @throws AppError `folder_held` when one has, `bad_config` when it cannot be used. */
export const takeClosedStore = (options: OpenOptions): Promise<ClosedStore> =>
  isDatabase(options.url) ? takeDatabase(options.url) : takeFolder(options)

/** Where the records of a store have moved; undefined if they have not. Others may use the store. */
export async function readMoveMark({ url, dataDir }: OpenOptions): Promise<MoveMark | undefined> {
  if (!isDatabase(url)) return (await readFolderMarks(dataDir)).departure
  return withDatabase(url, async access => (await access.marks()).departure)
}

/** Makes a store usable again that has moved, as it was then; false if it has not moved. @throws AppError `folder_held` for a data folder in use. */
export async function undoMove({ url, dataDir }: OpenOptions): Promise<boolean> {
  if (isDatabase(url)) return withDatabase(url, access => access.unmark('departure'))
  const hold = await holdFolder(dataDir)
  try {
    if ((await readFolderMarks(dataDir)).departure === undefined) return false
    await markFolder(dataDir, { departure: undefined })
    return true
  } finally {
    await hold.release()
  }
}

async function withDatabase<T>(url: string, work: (access: DatabaseAccess) => Promise<T>): Promise<T> {
  const access = new DatabaseAccess(url)
  try {
    return await work(access)
  } finally {
    await access.close()
  }
}

async function takeFolder(options: OpenOptions): Promise<ClosedStore> {
  const { dataDir } = options
  const hold = await holdFolder(dataDir)
  return {
    counts: () => countStore(options),
    marks: () => readFolderMarks(dataDir),
    raw: use => withRawStore(options, use),
    keepUnreadable: (path, _now, system) => copyFolder(join(dataDir, 'store'), path, system),
    fill: async batches => {
      const counts = await fillStore(options, batches)
      await markFolder(dataDir, { departure: undefined, arrival: undefined })
      return counts
    },
    arrive: () => arriveInFolder(placeOf(options)),
    facts: async () => undefined,
    release: () => hold.release(),
  }
}

async function takeDatabase(url: string): Promise<ClosedStore> {
  const access = new DatabaseAccess(url)
  let keepAs: string | undefined
  try {
    await access.assertUnused()
  } catch (error) {
    await access.close()
    throw error
  }
  return {
    counts: () => access.counts(),
    marks: () => access.marks(),
    raw: use => access.raw(use),
    keepUnreadable: async (_path, now) => {
      keepAs = `dragoman_before_${formatCompactInstant(now).toLowerCase()}`
      return `the schema ${keepAs} of this database`
    },
    fill: batches => fillDatabase(url, keepAs, batches),
    arrive: signal => arriveInDatabase(url, signal),
    facts: () => access.facts(),
    release: () => access.close(),
  }
}

async function fillDatabase(
  url: string,
  keepAs: string | undefined,
  batches: AsyncIterable<DumpBatch>,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  let fill: PostgresFill | undefined
  try {
    fill = await PostgresFill.begin({ url, keepAs })
    for await (const batch of batches) {
      await fill.add(batch)
      counts[batch.table] = (counts[batch.table] ?? 0) + batch.records.length
    }
    await fill.finishCopy()
    await fill.commit()
    return counts
  } catch (error) {
    await fill?.abort()
    throw toOpenError(error)
  }
}

/** The state of a database, for operators. */
export interface DatabaseReport extends DatabaseFacts, MoveMarks {
  /** Median of a few round trips, in milliseconds. */
  readonly latency_ms: number
  readonly connections: DatabaseConnections
  /** Bytes of the largest tables with their indexes, by name. */
  readonly tables: Readonly<Record<string, number>>
  readonly bytes: number
  /** Whether notifications arrive. Without them, processes look for changes every few seconds. */
  readonly listens: boolean
}

/** Describes a database that others may use. @throws AppError `bad_config` when it cannot be used. */
export const describeDatabase = (url: string): Promise<DatabaseReport> =>
  withDatabase(url, async access => ({
    ...(await access.facts()),
    ...(await access.marks()),
    ...(await access.measure()),
  })).catch((error: unknown) => {
    throw toOpenError(error)
  })
