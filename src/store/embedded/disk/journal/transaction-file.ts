import { join } from 'node:path'
import { Pacer } from '../../../../scheduling/pacer.ts'
import { tryParseJson } from '../../../../text/try-parse-json.ts'
import { damagedFileError } from '../../errors.ts'
import type { Write } from '../../memory/write.ts'
import { checksum, formatChecksum, parseChecksumLine } from '../checksum.ts'
import type { StoreLocation } from '../durable-files.ts'
import { parseTransactionNumber, transactionName } from '../file-names.ts'
import type { ChecksummedFile } from '../snapshot/manifest.ts'
import { readChecksummedFile } from '../snapshot/shard-file.ts'
import { TextBuffer } from '../text-buffer.ts'
import { type JournalLine, type Operation, type TransactionFileRef, toLine } from './line.ts'

/** Length of a line, in UTF-16 units. Short enough that other writes hardly wait for the disk. */
const MAX_LINE_LENGTH = 512 * 1024

/** The files of long transactions. A file is on disk before a journal line names it, and is removed when a snapshot contains its content. */
export class TransactionFiles {
  readonly #place: StoreLocation
  #newest: number
  /** Journal number by file. */
  readonly #named: Map<string, number>
  /** Files that no journal names: incomplete, not committed yet, or left by a failed commit. */
  readonly #loose = new Set<string>()

  constructor(place: StoreLocation, there: readonly string[], named: ReadonlyMap<string, number>) {
    this.#place = place
    this.#newest = Math.max(0, ...there.flatMap(file => parseTransactionNumber(file) ?? []))
    this.#named = new Map(named)
  }

  /** Writes a file. @throws the system's error; then no file remains. */
  async write(writes: readonly Write[]): Promise<TransactionFileRef> {
    const file = transactionName(++this.#newest)
    this.#loose.add(file)
    try {
      return await writeTransaction(this.#place, file, writes)
    } catch (error) {
      await this.remove(file)
      throw error
    }
  }

  /** Records that a durable line of this journal names the file. */
  nameIn(journal: number, file: string): void {
    this.#loose.delete(file)
    this.#named.set(file, journal)
  }

  /** Whether the file is needed when journals are read from `journal` on. */
  isNeeded(file: string, journal: number): boolean {
    return this.#loose.has(file) || (this.#named.get(file) ?? -1) >= journal
  }

  /** Forgets the files of journals before this one, which are no longer read. */
  forgetBefore(journal: number): void {
    for (const [file, number] of this.#named) if (number < journal) this.#named.delete(file)
  }

  /** Removes a file that no line names. If that fails, it only takes space and is removed with the next leftovers. */
  async remove(file: string): Promise<void> {
    await this.#place.files.remove(join(this.#place.folder, file)).catch(() => undefined)
    this.#loose.delete(file)
  }
}

async function writeTransaction(
  { folder, files }: StoreLocation,
  file: string,
  writes: readonly Write[],
): Promise<TransactionFileRef> {
  const growing = await files.grow(join(folder, file), 0)
  try {
    const pace = new Pacer()
    let [text, units, count, bytes, sum] = [new TextBuffer(), 0, 0, 0, 0]
    const end = async () => {
      text.add(']}')
      const line = toLine(text)
      text = new TextBuffer()
      units = 0
      for (const piece of line) {
        bytes += piece.length
        sum = checksum(piece, sum)
      }
      await growing.append(line)
    }
    for (const write of writes) {
      text.add(units === 0 ? '{"operations":[' : ',')
      await text.addInSteps(write.text, pace)
      units += write.text.length
      count++
      if (units > MAX_LINE_LENGTH) await end()
    }
    if (units > 0) await end()
    return { file: { file, bytes, sum: formatChecksum(sum) }, count }
  } finally {
    await growing.close()
  }
}

/** Returns all operations of a line, in order, including those in transaction files. @throws AppError `bad_config` when such a file is missing or damaged. */
export async function loadOperations(
  { units }: JournalLine,
  { folder, files }: StoreLocation,
): Promise<readonly Operation[]> {
  const operations: Operation[] = []
  for (const one of units.flat()) {
    if (isOperation(one)) {
      operations.push(one)
      continue
    }
    for (const line of splitLines(await readChecksummedFile(folder, one, files))) {
      const read = decodeOperations(line)
      if (read === undefined) throw damagedFileError(join(folder, one.file), 'it is not a valid transaction file')
      for (const operation of read) operations.push(operation)
    }
  }
  return operations
}

export const isOperation = (one: Operation | ChecksummedFile): one is Operation => Array.isArray(one)

function* splitLines(bytes: Buffer): Iterable<Buffer> {
  for (let start = 0, end = 0; start < bytes.length; start = end + 1) {
    end = bytes.indexOf('\n', start)
    if (end === -1) end = bytes.length
    yield bytes.subarray(start, end)
  }
}

/** Decodes a line of a transaction file, given without its line break; undefined if it is damaged. */
export function decodeOperations(bytes: Buffer): readonly Operation[] | undefined {
  const text = parseChecksumLine(bytes)
  const parsed = text && tryParseJson(text.toString())
  return isOperationsLine(parsed) ? parsed.operations : undefined
}

/** A valid checksum proves that the store wrote the line, so only its outline is checked. */
const isOperationsLine = (value: unknown): value is { readonly operations: readonly Operation[] } =>
  typeof value === 'object' && value !== null && 'operations' in value && Array.isArray(value.operations)
