import { mkdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClosedStore, takeClosedStore } from '../closed-store.ts'
import { createPrivateFolder } from '../files/folder.ts'
import { type FileSystem, machineFiles } from '../files/system.ts'
import type { OpenOptions } from '../open.ts'
import { SHAPE_VERSION } from '../records/schema.ts'
import type { DumpBatch, Store } from '../store.ts'
import { writeRawArchive } from './before-upgrade.ts'
import { BACKUPS, type FoundBackup, formatCompactInstant, listBackups } from './list-backups.ts'
import { type ArchiveSummary, type ReadOptions, readArchive } from './read.ts'
import { readFileBytes } from './read-file.ts'
import { type SavedArchive, type SaveOptions, type StreamOptions, saveArchive, streamArchive } from './save.ts'
import { type ArchiveMaker, writeArchive } from './write-backup.ts'

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
  /** Records that a backup was written, for monitoring. */
  note(saved: Pick<SavedArchive, 'made_at'>): Promise<void>
  /** Lists the backups in the data folder, newest first. */
  list(): Promise<readonly FoundBackup[]>
  /** Takes the store without opening it. @throws AppError `folder_held`, `bad_config`. */
  hold(): Promise<LockedStore>
}

/** A store that no process has open. */
export interface LockedStore extends Omit<ClosedStore, 'raw' | 'keepUnreadable'> {
  /** Backs up the store in the data folder, in its own shape; returns the path. */
  keep(options: Pick<SaveOptions, 'signal' | 'progress'>): Promise<string>
  /** Keeps what cannot be read; returns where. */
  keepUnreadable(): Promise<string>
}

interface ArchivesOptions extends ArchiveMaker {
  readonly store: OpenOptions
  readonly newId: () => string
  readonly system?: FileSystem
}

export function createArchives({ store: options, newId, system = machineFiles, ...maker }: ArchivesOptions): Archives {
  const save: Archives['save'] = (path, chunks, rest) => saveArchive(path, chunks, { ...rest, newId, system })
  const place = (): string => join(options.dataDir, BACKUPS, `before-restore-${formatCompactInstant(maker.now())}`)
  return {
    write: store => writeArchive(store, maker),
    save,
    stream: streamArchive,
    read: (path, rest = {}) => readArchive(readFileBytes(path), { name: path, ...rest }),
    note: ({ made_at }) => noteBackup(options.dataDir, new Date(made_at)),
    list: () => listBackups(options.dataDir),
    hold: async () => {
      const closed = await takeClosedStore(options)
      return {
        ...closed,
        keep: rest =>
          closed.raw(async store => {
            await createPrivateFolder(join(options.dataDir, BACKUPS), system)
            const path = `${place()}.jsonl.gz`
            const anyShape = store.shape !== SHAPE_VERSION
            await save(path, writeRawArchive(store, maker.now), { ...rest, force: false, anyShape })
            return path
          }),
        keepUnreadable: () => closed.keepUnreadable(`${place()}.unreadable`, maker.now(), system),
      }
    },
  }
}

const FILE = 'last-backup'

/** Records that a backup of the state at `madeAt` was written and checked: the time of an empty file in the data folder. */
export async function noteBackup(dataDir: string, madeAt: Date): Promise<void> {
  const path = join(dataDir, FILE)
  // With a database, nothing else may need the folder.
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(path, '', { mode: 0o600 })
  await utimes(path, madeAt, madeAt)
}

/** When the newest backup was made; undefined before the first. */
export async function findLastBackup(dataDir: string): Promise<Date | undefined> {
  try {
    return (await stat(join(dataDir, FILE))).mtime
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
