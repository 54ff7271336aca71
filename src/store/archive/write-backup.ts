import { createHash, type Hash } from 'node:crypto'
import { SHAPE_VERSION } from '../records/schema.ts'
import type { Store } from '../store.ts'
import { type CloseLine, type EndLine, FORMAT, FORMAT_VERSION, type Manifest } from './format.ts'
import { gzip } from './gzip.ts'

export interface ArchiveMaker {
  /** Version of dragoman that wrote the records. */
  readonly version: string
  readonly now: () => Date
  /** Version of the record shapes; default: the current one. */
  readonly shape?: number
}

/** In UTF-16 units: short enough that other work hardly waits. */
const CHUNK_LENGTH = 64 * 1024

/**
 * Creates a backup of a store, in its state at the first read. Buffers one batch of records, and closes the dump with the stream.
 */
export function writeArchive(store: Pick<Store, 'dump'>, maker: ArchiveMaker): AsyncGenerator<Buffer> {
  return gzip(generateLines(store, maker))
}

async function* generateLines(
  store: Pick<Store, 'dump'>,
  { version, now, shape = SHAPE_VERSION }: ArchiveMaker,
): AsyncGenerator<Buffer> {
  const dump = await store.dump()
  try {
    const whole = createHash('sha256')
    const records = Object.values(dump.counts).reduce((sum, count) => sum + count, 0)
    yield encodeHashed(
      formatLine({
        format: FORMAT,
        format_version: FORMAT_VERSION,
        shape_version: shape,
        dragoman_version: version,
        made_at: now().toISOString(),
        records,
        counts: dump.counts,
      } satisfies Manifest),
      whole,
    )
    const written = { tables: 0, records: 0 }
    let table: Table | undefined
    for await (const batch of dump.batches()) {
      if (table?.name !== batch.table) {
        if (table !== undefined) yield encodeHashed(formatCloseLine(table), whole)
        table = { name: batch.table, records: 0, hash: createHash('sha256') }
        written.tables += 1
        yield encodeHashed(formatLine({ open: table.name }), whole)
      }
      for (const text of joinLines(batch.records)) yield encodeHashed(text, whole, table.hash)
      table.records += batch.records.length
      written.records += batch.records.length
    }
    if (table !== undefined) yield encodeHashed(formatCloseLine(table), whole)
    yield Buffer.from(formatLine({ end: true, ...written, sha256: whole.digest('hex') } satisfies EndLine))
  } finally {
    dump.close()
  }
}

interface Table {
  readonly name: string
  readonly hash: Hash
  records: number
}

const formatCloseLine = ({ name, records, hash }: Table): string =>
  formatLine({ close: name, records, sha256: hash.digest('hex') } satisfies CloseLine)

function* joinLines(records: readonly object[]): Generator<string> {
  let text = ''
  for (const record of records) {
    text += formatLine(record)
    if (text.length < CHUNK_LENGTH) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

const formatLine = (value: object): string => `${JSON.stringify(value)}\n`

function encodeHashed(text: string, ...hashes: readonly Hash[]): Buffer {
  const bytes = Buffer.from(text)
  for (const hash of hashes) hash.update(bytes)
  return bytes
}
