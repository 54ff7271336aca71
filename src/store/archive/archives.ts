import { join } from 'node:path'
import { holdFolder } from '../data-folder/hold.ts'
import { copyFolder } from '../files/copy-folder.ts'
import { createPrivateFolder } from '../files/folder.ts'
import { type FileSystem, machineFiles } from '../files/system.ts'
import { countStore, fillStore, type OpenOptions, withRawStore } from '../open.ts'
import { SHAPE_VERSION } from '../records/schema.ts'
import type { DumpBatch, Store } from '../store.ts'
import { BACKUPS, type FoundBackup, formatCompactInstant, listBackups } from './backups.ts'
import { writeRawArchive } from './raw.ts'
import { type ArchiveSummary, type ReadOptions, readArchive } from './read.ts'
import { readFileBytes } from './read-file.ts'
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
  /** Lists the backups in the data folder, newest first. */
  list(): Promise<readonly FoundBackup[]>
  /** Holds the data folder without opening its store. @throws AppError `folder_held`, `bad_config`. */
  hold(): Promise<HeldDataFolder>
}

/** The held data folder, with its store closed. */
export interface HeldDataFolder {
  /** Number of records per table. @throws AppError `bad_config` when the store cannot be read. */
  counts(): Promise<Readonly<Record<string, number>>>
  /** Backs up the store next to it, in its own shape; returns the path. */
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
  const place = (): string => join(options.dataDir, BACKUPS, `before-restore-${formatCompactInstant(maker.now())}`)
  return {
    write: store => writeArchive(store, maker),
    save,
    stream: streamArchive,
    read: (path, rest = {}) => readArchive(readFileBytes(path), { name: path, ...rest }),
    list: () => listBackups(options.dataDir),
    hold: async () => {
      const hold = await holdFolder(options.dataDir)
      return {
        counts: () => countStore(options),
        keep: rest =>
          withRawStore(options, async store => {
            await createPrivateFolder(join(options.dataDir, BACKUPS), system)
            const path = `${place()}.jsonl.gz`
            const anyShape = store.shape !== SHAPE_VERSION
            await save(path, writeRawArchive(store, maker.now), { ...rest, force: false, anyShape })
            return path
          }),
        keepUnreadable: () => copyFolder(join(options.dataDir, 'store'), `${place()}.unreadable`, system),
        fill: batches => fillStore(options, batches),
        release: () => hold.release(),
      }
    },
  }
}
