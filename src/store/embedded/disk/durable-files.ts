import { constants, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { copyFolder } from '../../files/copy-folder.ts'
import { getErrorCode } from '../../files/error-code.ts'
import { createPrivateFolder, syncFolder } from '../../files/folder.ts'
import { type FileSystem, machineFiles } from '../../files/system.ts'

/** A range of bytes; `to` is excluded. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/** An append-only file. Appended bytes are on disk when `append` resolves. */
export interface GrowingFile {
  append(pieces: readonly Buffer[]): Promise<void>
  close(): Promise<void>
}

/** The file operations of the embedded engine. When a write resolves, it is on disk. */
export interface DurableFiles {
  /** Creates a private folder, with missing parents. */
  makeFolder(path: string): Promise<void>
  /** Undefined if the file does not exist. */
  read(path: string): Promise<Buffer | undefined>
  readRanges(path: string, ranges: readonly ByteRange[]): Promise<readonly Buffer[]>
  /** Size in bytes; undefined if the file does not exist. */
  size(path: string): Promise<number | undefined>
  /** Empty if the folder does not exist. */
  list(folder: string): Promise<readonly string[]>
  /** Creates a file, or overwrites one that a failed write left. Its name is durable after the next `replace` in its folder. */
  write(path: string, pieces: Iterable<Buffer>): Promise<void>
  /** Opens a file for appending; creates it if it is missing. Truncates it to `size` bytes, to remove a failed append. */
  grow(path: string, size: number): Promise<GrowingFile>
  /** Renames a file over another one, atomically. Syncs the folder, with all files created in it before. */
  replace(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
  /** Copies the files of a folder to a new one; returns its path: the target, with a number if that exists. */
  keep(folder: string, target: string): Promise<string>
}

/** A folder, such as that of the store, and how its files are used. */
export interface StoreLocation {
  readonly folder: string
  readonly files: DurableFiles
}

interface DurableFilesOptions {
  readonly system?: FileSystem
  /**
   * Opens journals with `O_DSYNC`: each write waits for the disk, which is faster than write and sync. Linux only: other systems lack the flag, or leave the
   * bytes in the drive's cache.
   */
  readonly syncsEachWrite?: boolean
}

/** Creates file operations on the local disks. */
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

/** The file operations on the local disks. */
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

  /** Continues after short writes, which happen on a full disk, until all is written or the disk reports an error. */
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

/** Limit of the operating systems (IOV_MAX). */
const MAX_PIECES_PER_WRITE = 1024

/** Returns the pieces without their first bytes. */
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
    if (getErrorCode(error) === 'ENOENT') return otherwise
    throw error
  }
}
