import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ByteRange,
  type DurableFiles,
  durableFiles,
  type GrowingFile,
} from '../../src/store/embedded/disk/durable-files.ts'

/** `grow` opens a journal, `append` adds to it, `write` creates a snapshot file, `replace` installs the manifest. */
type WriteOperation = 'grow' | 'append' | 'write' | 'replace'
type Moment = 'before' | 'after'

/** The file system, with a disk that can be slow, hang, be full, or fail at a chosen step. */
export class FaultyFiles implements DurableFiles {
  readonly #delayMs: number
  readonly #files: DurableFiles
  #gate: Promise<void> = Promise.resolve()
  /** Throws where an operation is to fail. */
  fault: (operation: WriteOperation, path: string, moment: Moment) => void = () => undefined
  /** Whether closing a journal reports an error, as network file systems do. */
  failsToClose: (path: string) => boolean = () => false
  /** Throws where a file cannot be read in parts, as segments of logs are. */
  readFault: (path: string) => void = () => undefined
  /** The number of bytes of an append that reach the disk before it fails; undefined = all. */
  tearAt: number | undefined

  constructor(delayMs = 0, files: DurableFiles = durableFiles) {
    this.#delayMs = delayMs
    this.#files = files
  }

  stall(): () => void {
    let open: (() => void) | undefined
    this.#gate = new Promise(resolve => {
      open = resolve
    })
    return () => open?.()
  }

  readonly read = (path: string) => this.#files.read(path)
  readonly readRanges = async (path: string, ranges: readonly ByteRange[]) => {
    this.readFault(path)
    return this.#files.readRanges(path, ranges)
  }
  readonly size = (path: string) => this.#files.size(path)
  readonly list = (folder: string) => this.#files.list(folder)
  readonly makeFolder = (path: string) => this.#files.makeFolder(path)
  readonly keep = (folder: string, target: string) => this.#files.keep(folder, target)
  readonly remove = (path: string) => this.#files.remove(path)

  write(path: string, pieces: Iterable<Buffer>): Promise<void> {
    return this.#do('write', path, () => this.#files.write(path, pieces))
  }

  async grow(path: string, size: number): Promise<GrowingFile> {
    const file = await this.#open(path, size)
    return {
      append: async pieces => {
        if (this.#delayMs > 0) await sleep(this.#delayMs)
        await this.#do('append', path, () => this.#append(file, pieces))
      },
      close: async () => {
        await file.close()
        if (this.failsToClose(path)) throw diskFull()
      },
    }
  }

  replace(from: string, to: string): Promise<void> {
    return this.#do('replace', to, () => this.#files.replace(from, to))
  }

  /** The caller of a failed step has nothing to close. */
  async #open(path: string, size: number): Promise<GrowingFile> {
    let opened: GrowingFile | undefined
    try {
      return await this.#do('grow', path, async () => (opened = await this.#files.grow(path, size)))
    } catch (error) {
      await opened?.close()
      throw error
    }
  }

  async #append(file: GrowingFile, pieces: readonly Buffer[]): Promise<void> {
    if (this.tearAt === undefined) return file.append(pieces)
    await file.append([Buffer.concat(pieces).subarray(0, this.tearAt)])
    throw diskFull()
  }

  async #do<T>(operation: WriteOperation, path: string, act: () => Promise<T>): Promise<T> {
    await this.#gate
    this.fault(operation, path, 'before')
    const result = await act()
    this.fault(operation, path, 'after')
    return result
  }
}

/** The error of the system. */
export const systemFault = (code: string, what: string): Error => Object.assign(new Error(`${code}: ${what}`), { code })

/** The error of the system on a full disk. */
export const diskFull = (): Error => systemFault('ENOSPC', 'no space left on device')
