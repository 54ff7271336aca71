import { join } from 'node:path'
import type { DumpBatch } from '../../../store.ts'
import { UnreadableShapeError } from '../../../unreadable-shape-error.ts'
import { createIsLog, RawTables } from '../bulk/raw-records.ts'
import type { DurableFiles } from '../durable-files.ts'
import { parseJournalNumber, parseTransactionNumber } from '../file-names.ts'
import type { JournalLine } from '../journal/line.ts'
import { isOperation } from '../journal/transaction-file.ts'
import { journalName } from '../journal/writer.ts'
import { type ChecksummedFile, MANIFEST_NAME, type Manifest, readManifest } from '../snapshot/manifest.ts'
import { SHARD_END } from '../snapshot/shard-file.ts'
import { type Damage, DamagedFile } from './file.ts'

export interface Salvage {
  /** Version of the record shapes; undefined if no file has it. */
  readonly shape: number | undefined
  /** Version of dragoman that wrote the manifest, if known. */
  readonly version: string | undefined
  readonly damages: readonly Damage[]
  batches(): Iterable<DumpBatch>
}

/** Reads all readable records of a folder, and collects the damages. */
export async function salvage(folder: string, files: DurableFiles): Promise<Salvage> {
  const damages: Damage[] = []
  const names = await files.list(folder)
  const manifest: GuessedManifest =
    (await loadManifest(folder, files, damages)) ?? (await guessManifest(folder, names, files, damages))
  const tables = new RawTables(createIsLog(manifest))
  const read = async (file: string) => new DamagedFile(file, await files.read(join(folder, file)), damages)
  for (const [name, whole] of Object.entries(manifest.shards)) {
    const collection = name.slice(0, name.lastIndexOf('.'))
    const shard = await read(whole.file)
    for (const record of shard.records(whole)) tables.load(collection, record)
  }
  for (const [name, segments] of Object.entries(manifest.logs)) {
    for (const { file, bytes, index } of segments) {
      const segment = await read(file)
      for (const record of segment.logRecords(bytes)) tables.put(name, record)
      if (index.sum !== '') (await read(index.file)).assertIndex(index.sum)
    }
  }
  const named = new Set<string>()
  const apply = async ({ units }: JournalLine): Promise<void> => {
    for (const one of units.flat()) {
      if (isOperation(one)) tables.apply([one])
      else {
        named.add(one.file)
        for (const operations of (await read(one.file)).transaction(one)) tables.apply(operations)
      }
    }
  }
  let { seq, shape } = manifest
  const damagesBefore = damages.length
  const numbers = names.flatMap(name => parseJournalNumber(name) ?? []).filter(number => number >= manifest.journal)
  for (const number of new Set([manifest.journal, ...numbers.toSorted((a, b) => a - b)])) {
    if (number === NO_JOURNAL) continue
    const journal = await read(journalName(number))
    for (const line of journal.commits(seq)) {
      if (line.seq > (manifest.seq ?? 0)) await apply(line)
      seq = line.seq
      shape ??= line.shape
    }
  }
  // If all journal lines are readable, an unnamed transaction file belongs to a transaction that was never committed.
  const isLineLost = damages.slice(damagesBefore).some(({ file }) => parseJournalNumber(file) !== undefined)
  for (const file of isLineLost ? names : []) {
    if (parseTransactionNumber(file) === undefined || named.has(file)) continue
    const size = await files.size(join(folder, file))
    damages.push({ file, what: `no readable line names it: skipped ${size} bytes` })
  }
  return { damages, shape, version: manifest.dragoman_version, batches: () => tables.batches() }
}

const NO_JOURNAL = 0

async function loadManifest(folder: string, files: DurableFiles, damages: Damage[]): Promise<Manifest | undefined> {
  const found = await readManifest(folder, files).catch((error: unknown) => {
    if (error instanceof Error && !(error instanceof UnreadableShapeError)) return error
    throw error
  })
  if (found !== undefined && !(found instanceof Error)) return found
  const what = found === undefined ? 'it is missing' : found.message
  damages.push({
    file: MANIFEST_NAME,
    what: `${what.replace(/\.$/, '')}; used the newest file of each shard, and all journals`,
  })
  return undefined
}

interface GuessedManifest extends Pick<Manifest, 'shards' | 'logs' | 'journal'> {
  readonly seq?: number
  readonly shape?: number
  readonly dragoman_version?: string | undefined
}

/** Rebuilds the manifest from file names. Replaying all journals over the newest file of each shard gives the latest state. */
async function guessManifest(
  folder: string,
  names: readonly string[],
  files: DurableFiles,
  damages: Damage[],
): Promise<GuessedManifest> {
  const shards: Record<string, ChecksummedFile> = {}
  const logs: Record<string, Manifest['logs'][string]> = {}
  for (const file of names.toSorted((a, b) => parseLastNumber(a) - parseLastNumber(b))) {
    const [, shard] = /^([a-z_]+\.\d+)\.\d+\.json$/.exec(file) ?? []
    const [, log] = /^([a-z_]+)\.\d+\.jsonl$/.exec(file) ?? []
    const unknown = { file, bytes: 0, sum: '' }
    if (shard !== undefined && (await hasShardEnd(join(folder, file), files))) shards[shard] = unknown
    else if (shard !== undefined) damages.push({ file, what: 'it is incomplete, and was skipped' })
    else if (log !== undefined && isLogName(log)) logs[log] = [...(logs[log] ?? []), { file, bytes: 0, index: unknown }]
  }
  return { shards, logs, journal: NO_JOURNAL }
}

/** Whether a shard is complete. A process that was killed while writing leaves an incomplete file. */
async function hasShardEnd(path: string, files: DurableFiles): Promise<boolean> {
  const size = (await files.size(path)) ?? 0
  const [end] = await files.readRanges(path, [{ from: Math.max(0, size - SHARD_END.length), to: size }])
  return end?.toString() === SHARD_END
}

/** Accepts log names of any version: only journals and transaction files have similar names. */
const isLogName = (name: string): boolean => name !== 'journal' && name !== 'transaction'

const parseLastNumber = (name: string): number => Number(name.match(/\d+/g)?.at(-1) ?? 0)
