import { join } from 'node:path'
import type { DumpBatch } from '../store.ts'
import { checksum, spelled } from './checksum.ts'
import type { StoredRecord } from './definitions.ts'
import type { DurableFiles } from './files.ts'
import { journalName } from './journal.ts'
import { decodeLine } from './journal-line.ts'
import { readJournal } from './journal-reading.ts'
import { parseJson } from './json.ts'
import { journalNumber } from './leftovers.ts'
import { readLine } from './log-segment.ts'
import { type Manifest, manifestName, readManifest, type WholeFile } from './manifest.ts'
import { isLogIn, RawTables } from './raw.ts'

/** A place in a store that cannot be read, and what that means. */
export interface Damage {
  readonly file: string
  /** In bytes from the beginning of the file. */
  readonly offset?: number
  readonly what: string
}

export interface Salvage {
  readonly damages: readonly Damage[]
  batches(): AsyncIterable<DumpBatch>
}

/** Reads whatever can be read of a folder, and notes what cannot. */
export async function salvage(folder: string, files: DurableFiles): Promise<Salvage> {
  const damages: Damage[] = []
  const names = await files.list(folder)
  const manifest = (await readManifestIfWhole(folder, files, damages)) ?? guessManifest(names)
  const tables = new RawTables(isLogIn(manifest))
  const read = async (file: string): Promise<Buffer> => {
    const bytes = await files.read(join(folder, file))
    if (bytes === undefined) damages.push({ file, what: 'it is missing, with all that was in it' })
    return bytes ?? Buffer.alloc(0)
  }
  for (const [name, whole] of Object.entries(manifest.shards)) {
    const collection = name.slice(0, name.lastIndexOf('.'))
    for (const record of salvageShard(await read(whole.file), whole, damages)) tables.put(collection, record)
  }
  for (const [name, segments] of Object.entries(manifest.logs)) {
    for (const { file } of segments) {
      for (const record of salvageLog(await read(file), file, damages)) tables.put(name, record)
    }
  }
  const numbers = names.flatMap(name => journalNumber(name) ?? []).filter(number => number >= manifest.journal)
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const file = journalName(number)
    for (const line of salvageJournal(await read(file), file, damages)) tables.replay(line)
  }
  return {
    damages,
    async *batches() {
      yield* tables.batches()
    },
  }
}

async function readManifestIfWhole(
  folder: string,
  files: DurableFiles,
  damages: Damage[],
): Promise<Manifest | undefined> {
  try {
    const manifest = await readManifest(folder, files)
    if (manifest === undefined)
      damages.push({ file: manifestName, what: 'it is missing; the newest file of each shard is taken' })
    return manifest
  } catch (error) {
    const what = `it is damaged; the newest file of each shard is taken (${error instanceof Error ? error.message : String(error)})`
    damages.push({ file: manifestName, what })
    return undefined
  }
}

/** Without a manifest the names tell: all journals are read over the newest file of each shard, which ends in the same state. */
function guessManifest(names: readonly string[]): Pick<Manifest, 'shards' | 'logs' | 'journal'> {
  const shards: Record<string, WholeFile> = {}
  const logs: Record<string, Manifest['logs'][string]> = {}
  const byNumber = names.toSorted((a, b) => lastNumber(a) - lastNumber(b))
  for (const file of byNumber) {
    const [, shard] = /^([a-z_]+\.\d+)\.\d+\.json$/.exec(file) ?? []
    const [, log] = /^([a-z_]+)\.\d+\.jsonl$/.exec(file) ?? []
    const unknown = { file, bytes: -1, sum: '' }
    if (shard !== undefined) shards[shard] = unknown
    if (log !== undefined && log !== 'journal') {
      logs[log] = [...(logs[log] ?? []), { file, bytes: -1, index: unknown }]
    }
  }
  return { shards, logs, journal: 0 }
}

const lastNumber = (name: string): number => Number(name.match(/\d+/g)?.at(-1) ?? 0)

/** Line by line; where the checksum of the file is wrong, nobody can say which of the lines that can be read is. */
function* salvageShard(bytes: Buffer, { file, sum }: WholeFile, damages: Damage[]): Iterable<StoredRecord> {
  let offset = 0
  let lost = 0
  for (const line of bytes.toString('latin1').split('\n')) {
    const text = bytes
      .subarray(offset, offset + line.length)
      .toString()
      .replace(/,$/, '')
    const record = text.startsWith('{"collection"') || text === ']}' || text === '' ? undefined : parseJson(text)
    if (isRecord(record)) {
      yield record
    } else if (offset > 0 && text !== ']}' && text !== '') {
      lost++
      damages.push({ file, offset, what: 'a record cannot be read; it is lost' })
    }
    offset += line.length + 1
  }
  if (lost === 0 && bytes.length > 0 && sum !== '' && spelled(checksum(bytes)) !== sum) {
    damages.push({ file, what: 'its checksum is wrong, but every line can be read: one of its records may be wrong' })
  }
}

function* salvageLog(bytes: Buffer, file: string, damages: Damage[]): Iterable<StoredRecord> {
  for (const { line, offset } of linesOf(bytes)) {
    const record = readLine(line)
    if (record === undefined) damages.push({ file, offset, what: 'a record cannot be read; it is lost' })
    else yield record
  }
}

function* salvageJournal(bytes: Buffer, file: string, damages: Damage[]) {
  const { goodBytes, damage } = readJournal(bytes)
  for (const { line, offset } of linesOf(damage === undefined ? bytes.subarray(0, goodBytes) : bytes)) {
    const decoded = decodeLine(line.subarray(0, -1))
    if (decoded !== undefined) yield decoded
    else damages.push({ file, offset, what: 'a commit cannot be read; its changes are lost, later ones are kept' })
  }
}

/** Lines with their line breaks; what follows the last line break is a line, too. */
function* linesOf(bytes: Buffer): Iterable<{ readonly line: Buffer; readonly offset: number }> {
  for (let offset = 0; offset < bytes.length; ) {
    const end = bytes.indexOf('\n', offset)
    const next = end === -1 ? bytes.length : end + 1
    yield { line: bytes.subarray(offset, next), offset }
    offset = next
  }
}

const isRecord = (value: unknown): value is StoredRecord =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
