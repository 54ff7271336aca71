import { join } from 'node:path'
import { type Adapter, Low } from 'lowdb'
import { Pacer } from '../../../../scheduling/pacer.ts'
import { tryParseJson } from '../../../../text/try-parse-json.ts'
import type { StoredRecord } from '../../../engine/definitions.ts'
import { stringifyRecord } from '../../../engine/record.ts'
import { damagedFileError } from '../../errors.ts'
import { checksum, formatChecksum } from '../checksum.ts'
import type { DurableFiles } from '../durable-files.ts'
import { TextBuffer } from '../text-buffer.ts'
import type { ChecksummedFile } from './manifest.ts'

/** One shard of a collection as a lowdb database. */
export interface ShardContent {
  readonly collection: string
  readonly group: string
  readonly records: readonly StoredRecord[]
}

/** Reads a shard. @throws AppError `bad_config` when its file is missing or damaged. */
export async function readShard(folder: string, whole: ChecksummedFile, files: DurableFiles): Promise<ShardContent> {
  const low = new Low<ShardContent>(new ShardFile(folder, whole, files), { collection: '', group: '', records: [] })
  await low.read()
  return low.data
}

/** Writes a new file of a shard. It is valid once a manifest names it. */
export async function writeShard(
  folder: string,
  file: string,
  content: ShardContent,
  files: DurableFiles,
): Promise<ChecksummedFile> {
  const adapter = new ShardFile(folder, { file, bytes: 0, sum: '' }, files)
  await new Low(adapter, content).write()
  return adapter.whole
}

/** Reads a file and checks its length and checksum. @throws AppError `bad_config` when it is missing or damaged. */
export async function readChecksummedFile(
  folder: string,
  whole: ChecksummedFile,
  files: DurableFiles,
): Promise<Buffer> {
  const path = join(folder, whole.file)
  const bytes = await files.read(path)
  if (bytes === undefined) throw damagedFileError(path, 'it is missing')
  if (bytes.length !== whole.bytes)
    throw damagedFileError(path, `it has ${bytes.length} bytes instead of ${whole.bytes}`)
  const sum = formatChecksum(checksum(bytes))
  if (sum !== whole.sum) throw damagedFileError(path, `its checksum is ${sum} instead of ${whole.sum}`)
  return bytes
}

/** The end of every complete shard file. */
export const SHARD_END = '\n]}\n'

class ShardFile implements Adapter<ShardContent> {
  readonly #folder: string
  readonly #files: DurableFiles
  whole: ChecksummedFile

  constructor(folder: string, whole: ChecksummedFile, files: DurableFiles) {
    this.#folder = folder
    this.#files = files
    this.whole = whole
  }

  async read(): Promise<ShardContent> {
    const bytes = await readChecksummedFile(this.#folder, this.whole, this.#files)
    const end = bytes.indexOf('\n')
    const head = tryParseJson(`${bytes.toString('utf8', 0, end)}]}`)
    if (!isShardHead(head)) throw damagedFileError(join(this.#folder, this.whole.file), 'it is not a valid shard')
    return { ...head, records: parseRecords(bytes, end + 1) }
  }

  /** Writes one record per line, so that the file can be searched and compared. */
  async write({ collection, group, records }: ShardContent): Promise<void> {
    const text = new TextBuffer()
    const pace = new Pacer()
    text.add(`{"collection":${JSON.stringify(collection)},"group":${JSON.stringify(group)},"records":[\n`)
    for (const [n, record] of records.entries()) {
      if (pace.shouldYield) await pace.yieldNow()
      const line = await stringifyRecord(record, pace)
      if (pace.shouldYield) await pace.yieldNow()
      if (n > 0) text.add(',\n')
      await text.addInSteps(line, pace)
    }
    text.add(SHARD_END)
    await this.#files.write(join(this.#folder, this.whole.file), text.all)
    this.whole = { file: this.whole.file, bytes: text.length, sum: text.sum }
  }
}

/** Decodes line by line: one non-Latin record would otherwise double the memory of the strings of all others. */
function parseRecords(bytes: Buffer, from: number): readonly StoredRecord[] {
  const records: StoredRecord[] = []
  for (let start = from, end = bytes.indexOf('\n', start); end !== -1; end = bytes.indexOf('\n', start)) {
    const hasMore = bytes[end - 1] === COMMA
    records.push(JSON.parse(bytes.toString('utf8', start, hasMore ? end - 1 : end)) as StoredRecord)
    start = end + 1
    if (!hasMore) break
  }
  return records
}

const COMMA = 0x2c

const isShardHead = (data: unknown): data is Omit<ShardContent, 'records'> =>
  typeof data === 'object' && data !== null && 'collection' in data && 'group' in data
