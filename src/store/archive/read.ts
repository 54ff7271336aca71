import type { DumpBatch } from '../store.ts'
import { MAX_BATCH_RECORDS, type Manifest } from './format.ts'
import { gunzip } from './gzip.ts'
import { ArchiveParser } from './parser.ts'
import { ArchivePosition } from './position.ts'
import { splitLines } from './split-lines.ts'
import type { Upgrades } from './upgrade.ts'

export interface ArchiveSummary {
  readonly made_at: string
  readonly dragoman_version: string
  readonly records: number
  /** Of each table, those without records included. */
  readonly counts: Readonly<Record<string, number>>
  /** Over the lines, so that two archives of the same content have the same, however they are packed. */
  readonly content_sha256: string
}

export interface ReadOptions {
  /** What errors call the archive: its path. */
  readonly name: string
  /** What to do about a damaged archive. */
  readonly fix?: string
  /** What an earlier read of the same archive learned: some records change by what comes behind them. It is filled by the first read. */
  readonly upgrades?: Upgrades | undefined
  /** Called now and then with the records read so far. */
  readonly progress?: ((done: number, total: number) => void) | undefined
}

const MAX_BATCH_BYTES = 1024 * 1024
const OTHER_COPY_FIX = 'Take another copy of this backup, or an older one. Nothing was changed.'

/**
 * Reads an archive with every check it allows. Only when it returns is the whole archive good: what it gave before is not to be kept on a throw.
 * @throws AppError `invalid_input` that names the file and the place.
 */
export async function* readArchive(
  chunks: AsyncIterable<Uint8Array>,
  { name, fix = OTHER_COPY_FIX, upgrades, progress }: ReadOptions,
): AsyncGenerator<DumpBatch, ArchiveSummary> {
  const reading = new ArchivePosition(name, fix)
  const sections = new ArchiveParser(reading, upgrades)
  let records: { readonly id: string }[] = []
  let bytes = 0
  for await (const lines of splitLines(gunzip(chunks, reading), reading)) {
    for (const line of lines) {
      const table = sections.table
      const record = sections.parseLine(line)
      if (record !== undefined) {
        records.push(record)
        bytes += line.length
      }
      const full = records.length >= MAX_BATCH_RECORDS || bytes >= MAX_BATCH_BYTES || record === undefined
      if (!full || table === undefined || records.length === 0) continue
      yield { table, records }
      progress?.(sections.records, sections.manifest.records)
      records = []
      bytes = 0
    }
  }
  return toSummary(sections.finish())
}

/** Reads all of an archive for its checks alone. */
export async function verifyArchive(chunks: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<ArchiveSummary> {
  const batches = readArchive(chunks, options)
  for (;;) {
    const { done, value } = await batches.next()
    if (done === true) return value
  }
}

const toSummary = ({ manifest, sha256 }: { manifest: Manifest; sha256: string }): ArchiveSummary => ({
  made_at: manifest.made_at,
  dragoman_version: manifest.dragoman_version,
  records: manifest.records,
  counts: manifest.counts,
  content_sha256: sha256,
})
