import { join } from 'node:path'
import { checksum } from '../checksum.ts'
import type { DurableFiles, GrowingFile } from '../durable-files.ts'

export const journalName = (number: number): string => `journal.${number}.jsonl`

interface JournalTail {
  /** Which of the journals it is. */
  readonly number: number
  /** How many bytes of it are acknowledged, and their checksum. */
  readonly bytes: number
  readonly sum: number
}

/** The journal that grows. After a failure it is read again and cut to what was acknowledged before anything else is written to it. */
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

  /** Whether something of a failed write may be left, so that the next start could read it. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  /** Resolves when the line is on the disk; when it throws, nothing of it stays there, at the latest when the disk takes writes again. */
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

  /** Begins the next journal. `closing` is the line that names it, the last one of this journal. */
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
    // Its last line is on the disk: whatever comes of closing it changes nothing.
    await old?.close().catch(() => undefined)
  }

  /** Tries once more to take back what a failed write left; a disk that refuses even now leaves it to the next start. */
  async close(): Promise<void> {
    if (this.#isBroken) await this.#mend()
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }

  /** The descriptor is never synced again: the system reports a failed write once, and forgets it. */
  async #giveUp(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    this.#isBroken = true
    await file?.close().catch(() => undefined)
    await this.#mend()
  }

  /** While the disk refuses, each append begins with this again. */
  async #mend(): Promise<void> {
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
