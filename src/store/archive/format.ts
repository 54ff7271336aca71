import { z } from 'zod'
import { COLLECTIONS, type CollectionName, LOGS, type LogName } from '../records/schema.ts'

/**
 * A backup is one gzip member of JSON Lines, independent of the engine: the manifest; for each table with records an opening line, its records and a closing
 * line; then the end line. Only record lines have an `id`.
 */
export const FORMAT = 'dragoman-backup'
export const FORMAT_VERSION = 1

/** In bytes. One record can contain a file of 50 MB, and JSON escapes can double it. */
export const MAX_LINE_BYTES = 128 * 1024 * 1024

/** Maximum records per batch. */
export const MAX_BATCH_RECORDS = 1_000

const Count = z.number().int().nonnegative()
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The manifest fields of all format versions. */
export const AnyManifest = z.looseObject({ format: z.literal(FORMAT), format_version: z.number().int().positive() })

export const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  format_version: z.literal(FORMAT_VERSION),
  /** Version of the record shapes (src/store/records/schema.ts). */
  shape_version: z.number().int().positive(),
  dragoman_version: z.string(),
  made_at: z.iso.datetime(),
  /** Number of records in all tables. */
  records: Count,
  /** Number of records per table. */
  counts: z.record(z.string(), Count),
})

export const OpenLine = z.strictObject({ open: z.string() })

/** `sha256` is over the record lines of the table, with their line ends. */
export const CloseLine = z.strictObject({ close: z.string(), records: Count, sha256: Sha256 })

/** `sha256` is over every byte before this line. */
export const EndLine = z.strictObject({ end: z.literal(true), tables: Count, records: Count, sha256: Sha256 })

export type Manifest = z.infer<typeof Manifest>
export type CloseLine = z.infer<typeof CloseLine>
export type EndLine = z.infer<typeof EndLine>
export type TableName = CollectionName | LogName

/** Finds a table of this version by name. */
export function findTable(name: string): TableName | undefined {
  if (Object.hasOwn(COLLECTIONS, name)) return name as CollectionName
  return Object.hasOwn(LOGS, name) ? (name as LogName) : undefined
}

export const getTableSchema = (table: TableName): z.ZodType => ({ ...COLLECTIONS, ...LOGS })[table].schema
