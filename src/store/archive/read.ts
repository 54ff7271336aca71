import type { DumpBatch } from '../store.ts'
import { MAX_BATCH_RECORDS, MAX_LINE_BYTES, type Manifest } from './format.ts'
import { gunzip } from './gzip.ts'
import { ArchiveParser } from './parser.ts'
import { ArchivePosition } from './position.ts'
import type { Upgrades } from './upgrade.ts'

export interface ArchiveSummary {
  readonly made_at: string
  readonly dragoman_version: string
  readonly records: number
  /** Records per table, including empty tables. */
  readonly counts: Readonly<Record<string, number>>
  /** SHA-256 of the lines, independent of compression. */
  readonly content_sha256: string
}

export interface ReadOptions {
  /** Name in errors: the path of the backup. */
  readonly name: string
  /** Fix for a damaged backup. */
  readonly fix?: string
  /** Filled by a first read and used by a second: some upgrades depend on records that follow later. */
  readonly upgrades?: Upgrades | undefined
  /** Accepts records of any shape, without an upgrade and without a check of their fields. */
  readonly anyShape?: boolean
  /** Called with the number of records read so far. */
  readonly progress?: ((done: number, total: number) => void) | undefined
}

const MAX_BATCH_BYTES = 1024 * 1024
const OTHER_COPY_FIX = 'Use another copy of this backup, or an older one. Nothing was changed.'

/**
 * Reads and checks a backup. It is valid only when this returns: if it throws, discard the batches.
 * @throws AppError `invalid_input` with file and position.
 */
export async function* readArchive(
  chunks: AsyncIterable<Uint8Array>,
  { name, fix = OTHER_COPY_FIX, upgrades, anyShape = false, progress }: ReadOptions,
): AsyncGenerator<DumpBatch, ArchiveSummary> {
  const reading = new ArchivePosition(name, fix)
  const sections = new ArchiveParser(reading, { upgrades, anyShape })
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

/** Reads a whole backup only to check it. */
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

const LINE_END = 0x0a

/**
 * Splits a stream into lines without their line ends, several at a time. Buffers at most one line.
 * @throws AppError `invalid_input` when a line is too long, or the last one has no line end.
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  reading: ArchivePosition,
): AsyncGenerator<readonly Buffer[]> {
  let begun: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    const lines: Buffer[] = []
    let from = 0
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      const piece = chunk.subarray(from, end)
      lines.push(begun.length === 0 ? piece : Buffer.concat([...begun, piece]))
      begun = []
      length = 0
      from = end + 1
    }
    if (lines.length > 0) yield lines
    if (from === chunk.length) continue
    begun.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > MAX_LINE_BYTES) {
      reading.line += 1
      throw reading.damagedError(`the line is longer than ${MAX_LINE_BYTES} bytes`)
    }
  }
  if (length > 0) {
    reading.line += 1
    throw reading.damagedError('the file ends in the middle of this line')
  }
}
