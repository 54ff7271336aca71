import { setTimeout as sleep } from 'node:timers/promises'
import { type DurableFiles, durableFiles } from '../../src/store/lowdb/files.ts'

type WriteOperation = 'write' | 'append' | 'replace'

/** The file system, with a disk that can be slow, stand still, be full, or break at a chosen step. */
export class FaultyFiles implements DurableFiles {
  readonly #delayMs: number
  #gate: Promise<void> = Promise.resolve()
  /** Throws where an operation is to fail. */
  fault: (operation: WriteOperation, path: string, moment: 'before' | 'after') => void = () => undefined

  constructor(delayMs = 0) {
    this.#delayMs = delayMs
  }

  stall(): () => void {
    let open: (() => void) | undefined
    this.#gate = new Promise(resolve => {
      open = resolve
    })
    return () => open?.()
  }

  readonly read = (path: string) => durableFiles.read(path)
  readonly list = (folder: string) => durableFiles.list(folder)
  readonly remove = (path: string) => durableFiles.remove(path)

  write(path: string, text: string): Promise<void> {
    return this.#do('write', path, () => durableFiles.write(path, text))
  }

  append(path: string, at: number, text: string): Promise<void> {
    return this.#do('append', path, () => durableFiles.append(path, at, text))
  }

  async replace(from: string, to: string): Promise<void> {
    await sleep(this.#delayMs)
    await this.#do('replace', to, () => durableFiles.replace(from, to))
  }

  async #do(operation: WriteOperation, path: string, act: () => Promise<void>): Promise<void> {
    await this.#gate
    this.fault(operation, path, 'before')
    await act()
    this.fault(operation, path, 'after')
  }
}

/** What the system throws on a full disk. */
export const diskFull = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
