import { type FileHandle, open, readdir, readFile, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../folder.ts'

/** What the embedded engine asks of the file system. Each write has reached the disk when it resolves, or has failed. */
export interface DurableFiles {
  /** Undefined when there is no such file. */
  read(path: string): Promise<Buffer | undefined>
  list(folder: string): Promise<readonly string[]>
  /** Makes a file, or replaces one that a failed write left under this name. */
  write(path: string, text: string): Promise<void>
  /** Cuts the file to `at` bytes, so that what a failed append left is gone, and adds the text. */
  append(path: string, at: number, text: string): Promise<void>
  /** Puts a file in the place of another, at once, and syncs the folder with every file made in it before. */
  replace(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
}

/** The file system of the machine. */
export const durableFiles: DurableFiles = {
  async read(path) {
    try {
      return await readFile(path)
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  },

  list: folder => readdir(folder),

  write: (path, text) => withFile(path, 'w', file => file.writeFile(text)),

  async append(path, at, text) {
    await withFile(path, at === 0 ? 'w' : 'r+', async file => {
      await file.truncate(at)
      await writeAll(file, Buffer.from(text), at)
    })
  },

  async replace(from, to) {
    await rename(from, to)
    await syncFolder(dirname(to))
  },

  async remove(path) {
    try {
      await unlink(path)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  },
}

async function withFile(path: string, flags: string, use: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags, 0o600)
  try {
    await use(file)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A short write is legal for the system and happens on a full disk; it goes on until all is written or the disk refuses. */
async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
