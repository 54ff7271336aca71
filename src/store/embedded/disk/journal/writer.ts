import { join } from 'node:path'
import { checksum } from '../checksum.ts'
import type { DurableFiles, GrowingFile } from '../durable-files.ts'

export const journalName = (number: number): string => `journal.${number}.jsonl`

interface JournalTail {
  readonly number: number
  /** Acknowledged bytes, and their checksum. */
  readonly bytes: number
  readonly sum: number
}

/** The current journal. After a failed write, it is read again and truncated to its acknowledged bytes before the next write. */
export class Journal {
  readonly #folder: string
  readonly #files: DurableFiles
  #tail: JournalTail
  #file: GrowingFile | undefined
  #isBroken = false

  constructor(folder: string, files: DurableFiles, tail: JournalTail) {
    this.#folder = folder
    this.#files = files
    this.#tail = tail
  }

  get number(): number {
    return this.#tail.number
  }

  /** True when parts of a failed write may remain, which the next start could read. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  /** Appends a line. If it throws, no part of the line remains, at the latest once the disk accepts writes again. */
  async append(pieces: readonly Buffer[]): Promise<void> {
    this.#file ??= await this.#reopen()
    try {
      await this.#file.append(pieces)
    } catch (error) {
      await this.#giveUp()
      throw error
    }
    let { bytes, sum } = this.#tail
    for (const piece of pieces) {
      bytes += piece.length
      sum = checksum(piece, sum)
    }
    this.#tail = { ...this.#tail, bytes, sum }
  }

  /** Starts the next journal. `closing` is the last line of this journal, which names the next one. */
  async turn(closing: readonly Buffer[]): Promise<void> {
    const number = this.#tail.number + 1
    const next = await this.#files.grow(this.#path(number), 0)
    try {
      await this.append(closing)
    } catch (error) {
      await next.close().catch(() => undefined)
      throw error
    }
    const old = this.#file
    this.#file = next
    this.#tail = { number, bytes: 0, sum: 0 }
    // The last line is on disk, so an error of closing has no effect.
    await old?.close().catch(() => undefined)
  }

  /** Closes the journal. Tries once more to remove a failed write; if that fails, the next start does. */
  async close(): Promise<void> {
    if (this.#isBroken) await this.#repair()
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }

  /** Gives up the descriptor, because the system reports a failed write only once. A later sync would wrongly succeed. */
  async #giveUp(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    this.#isBroken = true
    await file?.close().catch(() => undefined)
    await this.#repair()
  }

  /** Reopens the journal. If that fails, the next append tries again. */
  async #repair(): Promise<void> {
    this.#file = await this.#reopen().catch(() => undefined)
  }

  async #reopen(): Promise<GrowingFile> {
    const { number, bytes, sum } = this.#tail
    const path = this.#path(number)
    const there = (await this.#files.read(path)) ?? Buffer.alloc(0)
    if (there.length < bytes || checksum(there.subarray(0, bytes)) !== sum) {
      throw new Error(
        `${path} no longer contains the acknowledged commits: wrong checksum of its first ${bytes} bytes.`,
      )
    }
    const file = await this.#files.grow(path, bytes)
    this.#isBroken = false
    return file
  }

  #path(number: number): string {
    return join(this.#folder, journalName(number))
  }
}
