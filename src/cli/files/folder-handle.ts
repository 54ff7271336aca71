import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * An open folder, so that other processes cannot replace it with a symbolic link between two calls. On Linux, names are resolved in the open folder through
 * /proc/self/fd, like openat(2). Elsewhere (macOS) they are resolved by path, and the folder is compared before and after: a process that swaps it twice in
 * between is not detected.
 */
export class FolderHandle {
  readonly #handle: FileHandle
  /** Path prefix of names in this folder. */
  readonly #base: string
  readonly #byPath: boolean

  private constructor(handle: FileHandle, base: string, byPath: boolean) {
    this.#handle = handle
    this.#base = base
    this.#byPath = byPath
  }

  /** Opens a folder that is not a link. `byPath` does not use /proc. */
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

  /** Opens a subfolder. @throws ErrnoException ENOTDIR or ELOOP for a link. */
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

  /** Opens a file in this folder; fails for links. */
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

  /** Returns the stats of an entry without following links; undefined if it does not exist. */
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

  /** Throws ELOOP if the path now leads to another folder, or the name to another file than the opened one. */
  async #compare(name?: string, opened?: FileHandle): Promise<void> {
    if (!this.#byPath) return
    const isHere = isSame(await this.#handle.stat(), await lstat(this.#base))
    const isThis = name === undefined || isSame(await lstat(join(this.#base, name)), await opened?.stat())
    if (!isHere || !isThis) throw Object.assign(new Error(`${this.#base} was replaced meanwhile`), { code: 'ELOOP' })
  }
}

const FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

const isSame = (one: Stats, other: Stats | undefined): boolean => one.dev === other?.dev && one.ino === other.ino
