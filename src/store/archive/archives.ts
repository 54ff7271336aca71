import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import { holdFolder } from '../data-folder/hold.ts'
import { copyFolder } from '../files/copy-folder.ts'
import { createPrivateFolder } from '../files/folder.ts'
import { type FileSystem, machineFiles } from '../files/system.ts'
import { countStore, fillStore, type OpenOptions, openStore } from '../open.ts'
import type { DumpBatch, Store } from '../store.ts'
import { type ArchiveSummary, type ReadOptions, readArchive } from './read.ts'
import { type SavedArchive, type SaveOptions, type StreamOptions, saveArchive, streamArchive } from './save.ts'
import { type ArchiveMaker, writeArchive } from './write.ts'

/** Creates and reads backups of this machine's store. */
export interface Archives {
  write(store: Pick<Store, 'dump'>): AsyncIterable<Uint8Array>
  save(
    path: string,
    chunks: AsyncIterable<Uint8Array>,
    options: Omit<SaveOptions, 'newId' | 'system'>,
  ): Promise<SavedArchive>
  stream(chunks: AsyncIterable<Uint8Array>, options: StreamOptions): Promise<SavedArchive>
  /** @throws AppError `not_found`, `invalid_input` */
  read(path: string, options?: Pick<ReadOptions, 'progress' | 'upgrades'>): AsyncGenerator<DumpBatch, ArchiveSummary>
  /** Holds the data folder without opening its store. @throws AppError `folder_held`, `bad_config`. */
  hold(): Promise<HeldDataFolder>
}

/** The held data folder, with its store closed. */
export interface HeldDataFolder {
  /** Number of records per table. @throws AppError `bad_config` when the store cannot be read. */
  counts(): Promise<Readonly<Record<string, number>>>
  /** Backs up the store next to it; returns the path. */
  keep(options: Pick<SaveOptions, 'signal' | 'progress'>): Promise<string>
  /** Copies the files of an unreadable store; returns the path of the copy. */
  keepUnreadable(): Promise<string>
  /** Replaces all records, atomically; returns the number of records per table. If `batches` throws, nothing changes. */
  fill(batches: AsyncIterable<DumpBatch>): Promise<Readonly<Record<string, number>>>
  release(): Promise<void>
}

interface ArchivesOptions extends ArchiveMaker {
  readonly store: OpenOptions
  readonly newId: () => string
  readonly system?: FileSystem
}

export function createArchives({ store: options, newId, system = machineFiles, ...maker }: ArchivesOptions): Archives {
  const save: Archives['save'] = (path, chunks, rest) => saveArchive(path, chunks, { ...rest, newId, system })
  const place = (): string => join(options.dataDir, 'backups', `before-restore-${formatCompactInstant(maker.now())}`)
  return {
    write: store => writeArchive(store, maker),
    save,
    stream: streamArchive,
    read: (path, rest = {}) => readArchive(readFileBytes(path), { name: path, ...rest }),
    hold: async () => {
      const hold = await holdFolder(options.dataDir)
      return {
        counts: () => countStore(options),
        keep: rest =>
          withStore(options, async store => {
            await createPrivateFolder(join(options.dataDir, 'backups'), system)
            const path = `${place()}.jsonl.gz`
            await save(path, writeArchive(store, maker), { ...rest, force: false })
            return path
          }),
        keepUnreadable: () => copyFolder(join(options.dataDir, 'store'), `${place()}.unreadable`, system),
        fill: batches => fillStore(options, batches),
        release: () => hold.release(),
      }
    },
  }
}

async function withStore<T>(options: OpenOptions, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(options)
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** Reads a regular file only: a restore reads it twice, which a pipe does not allow. */
async function* readFileBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    const found = await stat(path)
    if (!found.isFile() && !found.isDirectory()) throw notRegularFileError(path)
    yield* createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>
  } catch (error) {
    throw toReadError(path, error)
  }
}

function notRegularFileError(path: string): AppError {
  return new AppError('invalid_input', `${path} is not a regular file.`, {
    fix: 'Save the backup to a file first: cat > site.jsonl.gz',
  })
}

function toReadError(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new AppError('not_found', `File ${path} not found.`, { fix: 'Use the path of a backup.', cause: error })
  }
  if (!['EISDIR', 'EACCES', 'EPERM', 'EIO'].includes(code)) return error
  const what = code === 'EISDIR' ? 'it is a folder' : code === 'EIO' ? 'the disk reports an error' : 'permission denied'
  return new AppError('invalid_input', `${path} cannot be read: ${what} (${code}).`, {
    fix: 'Use the path of a backup that this user can read.',
    cause: error,
  })
}

/** Formats an instant for file names: 20260131T120000.000Z. */
const formatCompactInstant = (at: Date): string => at.toISOString().replaceAll(/[-:]/g, '')
