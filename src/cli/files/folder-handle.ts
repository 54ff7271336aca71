import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A folder that is held open, so that it stays the same one while names are looked up in it. A path is looked up anew by every call: another process can
 * put a symbolic link in the place of a folder between two of them. On Linux names are looked up in the open folder itself, as openat(2) does, by way of
 * /proc/self/fd. Where there is none (macOS), they are looked up by path, and compared before and after, before anything is read or written: a process that
 * swaps the folder twice in between can still win.
 */
export class FolderHandle {
  readonly #handle: FileHandle
  /** How names in this folder are reached. */
  readonly #base: string
  readonly #byPath: boolean

  private constructor(handle: FileHandle, base: string, byPath: boolean) {
    this.#handle = handle
    this.#base = base
    this.#byPath = byPath
  }

  /** Opens a folder that is no link. `byPath` goes without /proc. */
  static async open(path: string, { byPath = false } = {}): Promise<FolderHandle> {
    const handle = await open(path, FOLDER_FLAGS)
    try {
      const descriptor = `/proc/self/fd/${handle.fd}`
      const isReached = !byPath && isSame(await handle.stat(), await stat(descriptor).catch(() => undefined))
      return new FolderHandle(handle, isReached ? descriptor : path, !isReached)
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** A folder in this one. @throws ErrnoException ENOTDIR or ELOOP for a link. */
  async openFolder(name: string): Promise<FolderHandle> {
    await this.#compare()
    const found = await FolderHandle.open(join(this.#base, name), { byPath: this.#byPath })
    try {
      await this.#compare(name, found.#handle)
      return found
    } catch (error) {
      await found.close()
      throw error
    }
  }

  async createFolder(name: string): Promise<void> {
    await this.#compare()
    await mkdir(join(this.#base, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }

  /** A file in this folder, never through a link. */
  async openFile(name: string, flags: number, mode?: number): Promise<FileHandle> {
    await this.#compare()
    const handle = await open(join(this.#base, name), flags | constants.O_NOFOLLOW, mode)
    try {
      await this.#compare(name, handle)
      return handle
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** What has this name; undefined for nothing. A link is told as a link. */
  async lstat(name: string): Promise<Stats | undefined> {
    return lstat(join(this.#base, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#compare()
    await rename(join(this.#base, from), join(this.#base, to))
  }

  async remove(name: string): Promise<void> {
    await this.#compare()
    await rm(join(this.#base, name), { force: true })
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }

  /** Refuses when the path leads to another folder now, or the name in it to something else than what was opened. */
  async #compare(name?: string, opened?: FileHandle): Promise<void> {
    if (!this.#byPath) return
    const isHere = isSame(await this.#handle.stat(), await lstat(this.#base))
    const isThis = name === undefined || isSame(await lstat(join(this.#base, name)), await opened?.stat())
    if (!isHere || !isThis) throw Object.assign(new Error(`${this.#base} was replaced meanwhile`), { code: 'ELOOP' })
  }
}

const FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

const isSame = (one: Stats, other: Stats | undefined): boolean => one.dev === other?.dev && one.ino === other.ino
