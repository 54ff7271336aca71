import { join } from 'node:path'
import type { LogDefinition } from '../../engine/definitions.ts'
import { damagedFileError } from '../errors.ts'
import type { View } from '../memory/stamp.ts'
import { StringInterner } from '../memory/string-interner.ts'
import type { Tables } from '../memory/tables.ts'
import { checksum } from './checksum.ts'
import type { StoreLocation } from './durable-files.ts'
import { parseJournalNumber } from './file-names.ts'
import type { Operation } from './journal/line.ts'
import { parseJournal } from './journal/parse.ts'
import { isOperation, loadOperations } from './journal/transaction-file.ts'
import { journalName } from './journal/writer.ts'
import { decodeIndex } from './log/key-index.ts'
import { LogSegment } from './log/segment.ts'
import type { Manifest } from './snapshot/manifest.ts'
import { readChecksummedFile, readShard } from './snapshot/shard-file.ts'
import type { Shards } from './snapshot/shards.ts'

export interface JournalEnd {
  readonly seq: number
  readonly number: number
  readonly bytes: number
  readonly sum: number
  /** Bytes of all journals and of the transaction files that they name. */
  readonly totalBytes: number
  /** Journal number by transaction file, for transactions that the snapshot does not contain. */
  readonly named: ReadonlyMap<string, number>
  /** Bytes of an incomplete commit after the end, which was never acknowledged. */
  readonly tornBytes: number
}

/** Loads the tables from the snapshot. @throws AppError `bad_config` with the missing or damaged file. */
export async function loadSnapshot(
  { folder, files }: StoreLocation,
  manifest: Manifest,
  tables: Tables,
  shards: Shards,
) {
  const texts = new StringInterner()
  const numbered = Object.entries(manifest.shards).toSorted(([a], [b]) => parseShardNumber(a) - parseShardNumber(b))
  for (const [name, whole] of numbered) {
    const { collection, group, records } = await readShard(folder, whole, files)
    const table = tables.collections.get(collection)
    if (table === undefined) throw damagedFileError(join(folder, whole.file), `unknown collection ${collection}`)
    const shard = shards.load(name, table, group)
    shard.bytes = whole.bytes
    for (const record of records) {
      const row = table.makeRow(texts.intern(record))
      row.home = shard
      shard.ids.add(row.id)
      table.load(row)
    }
  }
  for (const [name, entries] of Object.entries(manifest.logs)) {
    const log = tables.logs.get(name)
    if (log === undefined) throw damagedFileError(join(folder, `${name}.jsonl`), `unknown log ${name}`)
    const segments: LogSegment[] = []
    const trimmed = manifest.trimmed?.[name] ?? 0
    let first = trimmed
    for (const entry of entries) {
      const segment = await openSegment({ folder, files }, entry, first, log.definition.index)
      first += segment.count
      segments.push(segment)
    }
    log.load(segments, trimmed)
  }
}

/**
 * Opens a log segment. `first` is the place of its first record. Records are checked when they are read.
 * @throws AppError `bad_config` when a file is missing or has a wrong length, or the index is damaged.
 */
export async function openSegment(
  { folder, files }: StoreLocation,
  { file, bytes, index }: Manifest['logs'][string][number],
  first: number,
  keys: LogDefinition['index'],
): Promise<LogSegment> {
  const path = join(folder, file)
  const size = await files.size(path)
  if (size !== bytes)
    throw damagedFileError(path, size === undefined ? 'it is missing' : `it has ${size} bytes instead of ${bytes}`)
  const decoded = decodeIndex((await readChecksummedFile(folder, index, files)).toString())
  if (decoded === undefined) throw damagedFileError(join(folder, index.file), 'it is not a valid index')
  return new LogSegment(path, first, decoded, keys, files)
}

/** Replays the journals after the snapshot. @throws AppError `bad_config` with the journal and the position of the damage. */
export async function applyJournals(
  place: StoreLocation,
  manifest: Manifest,
  apply: (operations: readonly Operation[], path: string) => void,
): Promise<JournalEnd> {
  const named = new Map<string, number>()
  const newest = Math.max(manifest.journal, ...(await listJournalNumbers(place)))
  let seq: number | undefined
  let totalBytes = 0
  for (let number = manifest.journal; ; number++) {
    const path = join(place.folder, journalName(number))
    const bytes = await place.files.read(path)
    if (bytes === undefined) throw damagedFileError(path, 'it is missing')
    const { lines, goodBytes, damage } = parseJournal(bytes)
    for (const line of lines) {
      const expected = seq === undefined ? Math.min(line.seq, manifest.seq + 1) : seq + 1
      if (line.seq !== expected) throw damagedFileError(path, `line ${expected} is missing before line ${line.seq}`)
      if (line.shape !== manifest.shape)
        throw damagedFileError(path, `its records have shape ${line.shape} instead of ${manifest.shape}`)
      seq = line.seq
      if (seq <= manifest.seq) continue
      apply(await loadOperations(line, place), path)
      for (const one of line.units.flat()) {
        if (isOperation(one)) continue
        named.set(one.file, number)
        totalBytes += one.bytes
      }
    }
    if (damage !== undefined) throw damagedFileError(path, `${damage.what}, at byte ${damage.offset}`)
    totalBytes += goodBytes
    if (lines.at(-1)?.next !== undefined) continue
    await assertNothingFollows(place, { number, goodBytes }, newest)
    const sum = checksum(bytes.subarray(0, goodBytes))
    return {
      seq: Math.max(seq ?? 0, manifest.seq),
      number,
      bytes: goodBytes,
      sum,
      totalBytes,
      named,
      tornBytes: bytes.length - goodBytes,
    }
  }
}

/** Checks that no later journal has content. An empty one may exist: it is created before the line that names it. */
async function assertNothingFollows(
  { folder, files }: StoreLocation,
  last: { readonly number: number; readonly goodBytes: number },
  newest: number,
): Promise<void> {
  for (let number = last.number + 1; number <= newest; number++) {
    const path = join(folder, journalName(number))
    if (((await files.size(path)) ?? 0) === 0) continue
    throw damagedFileError(
      join(folder, journalName(last.number)),
      `its end is missing, at byte ${last.goodBytes}: ${journalName(number)} follows`,
    )
  }
}

async function listJournalNumbers({ folder, files }: StoreLocation): Promise<readonly number[]> {
  return (await files.list(folder)).flatMap(file => parseJournalNumber(file) ?? [])
}

const parseShardNumber = (name: string): number => Number(name.slice(name.lastIndexOf('.') + 1))

interface ApplyTarget {
  readonly tables: Tables
  readonly shards: Shards
  /** Path of the journal, for errors. */
  readonly path: string
}

/** Replays one journal line. */
export function applyJournalLine(operations: readonly Operation[], { tables, shards, path }: ApplyTarget): void {
  for (const [name, what] of operations) {
    const table = tables.collections.get(name)
    const log = tables.logs.get(name)
    if (table !== undefined && typeof what === 'string') {
      const before = table.unload(what)
      if (before !== undefined) shards.place({ table: name, before, after: undefined }, 0)
    } else if (table !== undefined && typeof what !== 'string') {
      const after = table.makeRow(what)
      const before = table.row(after.id, LOADING)
      shards.place({ table: name, before, after }, ESTIMATED_RECORD_BYTES)
      table.unload(after.id)
      table.load(after)
    } else if (log !== undefined && typeof what !== 'string') {
      log.loadFromJournal(what)
    } else {
      throw damagedFileError(path, `unknown collection ${name}`)
    }
  }
}

const LOADING: View = { at: 0 }

/** Estimated size of a record in its shard; a journal does not say it. */
const ESTIMATED_RECORD_BYTES = 500
