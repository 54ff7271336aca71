import { constants, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { copyFolder } from '../../files/copy-folder.ts'
import { createPrivateFolder, syncFolder } from '../../files/folder.ts'
import { type FileSystem, machineFiles } from '../../files/system.ts'

/** Bytes of a file, from the first to before the last. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/** A file that grows: what was appended has reached the disk when `append` resolves. */
export interface GrowingFile {
  append(pieces: readonly Buffer[]): Promise<void>
  close(): Promise<void>
}

/** What the embedded engine asks of the file system. Each write has reached the disk when it resolves, or has failed. */
export interface DurableFiles {
  /** Makes a folder for its owner alone, with those above it. */
  makeFolder(path: string): Promise<void>
  /** Undefined when there is no such file. */
  read(path: string): Promise<Buffer | undefined>
  readRanges(path: string, ranges: readonly ByteRange[]): Promise<readonly Buffer[]>
  /** In bytes; undefined when there is no such file. */
  size(path: string): Promise<number | undefined>
  /** Nothing when there is no such folder. */
  list(folder: string): Promise<readonly string[]>
  /** Makes a file, or replaces one that a failed write left under this name. Its name is durable with the next `replace` in its folder. */
  write(path: string, pieces: Iterable<Buffer>): Promise<void>
  /** Opens a file to append to it, cut to `size` bytes so that what a failed append left is gone; makes it when there is none. */
  grow(path: string, size: number): Promise<GrowingFile>
  /** Puts a file in the place of another, at once, and syncs the folder with every file made in it before. */
  replace(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
  /** Copies the files of a folder to a new one and gives its path: the target, with a number behind it when that is taken. */
  keep(folder: string, target: string): Promise<string>
}

interface DurableFilesOptions {
  readonly system?: FileSystem
  /**
   * Whether a journal is opened so that each write waits for the disk (`O_DSYNC`), which takes less time than a write and a sync. Only on Linux:
   * elsewhere there is no such flag, or it leaves the bytes in the cache of the drive.
   */
  readonly syncsEachWrite?: boolean
}

/** Files on the disks of the machine. */
export function createDurableFiles({
  system = machineFiles,
  syncsEachWrite = process.platform === 'linux',
}: DurableFilesOptions = {}): DurableFiles {
  const withFile = async <T>(path: string, flags: string, use: (file: FileHandle) => Promise<T>): Promise<T> => {
    const file = await system.open(path, flags, 0o600)
    try {
      return await use(file)
    } finally {
      await file.close()
    }
  }
  const growing = constants.O_WRONLY | constants.O_CREAT | (syncsEachWrite ? constants.O_DSYNC : 0)

  return {
    makeFolder: path => createPrivateFolder(path, system),
    read: path => orIfMissing(system.readFile(path), undefined),
    readRanges: (path, ranges) => withFile(path, 'r', file => Promise.all(ranges.map(range => readRange(file, range)))),
    size: async path => (await orIfMissing(system.stat(path), undefined))?.size,
    list: folder => orIfMissing(system.readdir(folder), []),

    write: (path, pieces) =>
      withFile(path, 'w', async file => {
        for (const piece of pieces) await file.writeFile(piece)
        await file.sync()
      }),

    async grow(path, size) {
      const file = await system.open(path, growing, 0o600)
      try {
        await file.truncate(size)
        await file.sync()
        if (size === 0) await syncFolder(dirname(path), system)
        return new SyncedFile(file, size, syncsEachWrite)
      } catch (error) {
        await file.close()
        throw error
      }
    },

    async replace(from, to) {
      await system.rename(from, to)
      await syncFolder(dirname(to), system)
    },

    remove: path => orIfMissing(system.unlink(path), undefined),
    keep: (folder, target) => copyFolder(folder, target, system),
  }
}

/** The file system of the machine. */
export const durableFiles = createDurableFiles()

class SyncedFile implements GrowingFile {
  readonly #file: FileHandle
  readonly #syncsEachWrite: boolean
  #size: number

  constructor(file: FileHandle, size: number, syncsEachWrite: boolean) {
    this.#file = file
    this.#size = size
    this.#syncsEachWrite = syncsEachWrite
  }

  /** A short write is legal for the system and happens on a full disk; it goes on until all is written or the disk refuses. */
  async append(pieces: readonly Buffer[]): Promise<void> {
    for (let rest = pieces; rest.length > 0; ) {
      const { bytesWritten } = await this.#file.writev(rest.slice(0, MAX_PIECES_PER_WRITE), this.#size)
      this.#size += bytesWritten
      rest = dropBytes(rest, bytesWritten)
    }
    if (!this.#syncsEachWrite) await this.#file.datasync()
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/** Systems take so many at once (IOV_MAX). */
const MAX_PIECES_PER_WRITE = 1024

/** What is left of the pieces behind so many bytes. */
function dropBytes(pieces: readonly Buffer[], bytes: number): readonly Buffer[] {
  let done = bytes
  let whole = 0
  for (const { length } of pieces) {
    if (length > done) break
    done -= length
    whole++
  }
  const [part, ...rest] = pieces.slice(whole)
  return part === undefined ? [] : [part.subarray(done), ...rest]
}

async function readRange(file: FileHandle, { from, to }: ByteRange): Promise<Buffer> {
  const bytes = Buffer.alloc(to - from)
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, from + done)
    if (bytesRead === 0) return bytes.subarray(0, done)
    done += bytesRead
  }
  return bytes
}

async function orIfMissing<T, E>(found: Promise<T>, otherwise: E): Promise<T | E> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return otherwise
    throw error
  }
}
