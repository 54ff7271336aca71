import { join } from 'node:path'
import { Pacer } from '../../../../scheduling/pacer.ts'
import { damagedFileError } from '../../errors.ts'
import { tryParseJson } from '../../json.ts'
import type { Write } from '../../memory/write.ts'
import { checksum, formatChecksum, parseChecksumLine } from '../checksum.ts'
import type { DurableFiles } from '../durable-files.ts'
import { parseTransactionNumber, transactionName } from '../file-names.ts'
import type { ChecksummedFile } from '../snapshot/manifest.ts'
import { readChecksummedFile } from '../snapshot/shard-file.ts'
import { TextBuffer } from '../text-buffer.ts'
import { type JournalLine, type Operation, type TransactionFileRef, toLine } from './line.ts'

/** The folder of a store. */
interface StoreLocation {
  readonly folder: string
  readonly files: DurableFiles
}

/** In UTF-16 units of a line: little enough for the disk that others who write hardly wait behind it. */
const MAX_LINE_LENGTH = 512 * 1024

/** The files of long transactions: each is on the disk before a line of the journal names it, and goes when a snapshot has what is in it. */
export class TransactionFiles {
  readonly #place: StoreLocation
  #newest: number
  /** Which journal names a file. */
  readonly #named: Map<string, number>
  /** Files that no journal names: being written, waiting for their line, or left by a line that failed. */
  readonly #loose = new Set<string>()

  constructor(place: StoreLocation, there: readonly string[], named: ReadonlyMap<string, number>) {
    this.#place = place
    this.#newest = Math.max(0, ...there.flatMap(file => parseTransactionNumber(file) ?? []))
    this.#named = new Map(named)
  }

  /** Resolves when these writes are on the disk. @throws what the system throws; then nothing of them stays. */
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

  /** A line of this journal names the file, and is on the disk. */
  nameIn(journal: number, file: string): void {
    this.#loose.delete(file)
    this.#named.set(file, journal)
  }

  /** Whether it is more than a leftover while journals are read from this one on. */
  isNeeded(file: string, journal: number): boolean {
    return this.#loose.has(file) || (this.#named.get(file) ?? -1) >= journal
  }

  /** Journals before this one are not read any more. */
  forgetBefore(journal: number): void {
    for (const [file, number] of this.#named) if (number < journal) this.#named.delete(file)
  }

  /** Removes a file of which no line will ever be read. One that stays all the same costs only space, and goes with the next leftovers. */
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

/** All operations of a line in their order, with those in files of their own. @throws AppError `bad_config` when such a file is missing or another one. */
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

/** Undefined when the bytes, without their line break, are not a whole line. */
export function decodeOperations(bytes: Buffer): readonly Operation[] | undefined {
  const text = parseChecksumLine(bytes)
  const parsed = text && tryParseJson(text.toString())
  return isOperationsLine(parsed) ? parsed.operations : undefined
}

/** The checksum vouches for what this program wrote; only the outline is looked at again. */
const isOperationsLine = (value: unknown): value is { readonly operations: readonly Operation[] } =>
  typeof value === 'object' && value !== null && 'operations' in value && Array.isArray(value.operations)
