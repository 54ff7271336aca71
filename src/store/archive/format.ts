import { z } from 'zod'
import { COLLECTIONS, type CollectionName, LOGS, type LogName } from '../records/schema.ts'

/**
 * An archive is one gzip member of JSON lines, of any engine's records. First the manifest; then for each table that has records a line that opens
 * it, one line for each record, and a line that closes it; then the end. A line with an `id` is a record, and no other line has one.
 */
export const FORMAT = 'dragoman-backup'
export const FORMAT_VERSION = 1

/** In bytes. A file of 50 MB is one text in one record, and JSON doubles a text of nothing but quotes and line ends. */
export const MAX_LINE_BYTES = 128 * 1024 * 1024

/** At most so many records are handed on together. */
export const MAX_BATCH_RECORDS = 1_000

const Count = z.number().int().nonnegative()
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** What every version of the format begins with. */
export const AnyManifest = z.looseObject({ format: z.literal(FORMAT), format_version: z.number().int().positive() })

export const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  format_version: z.literal(FORMAT_VERSION),
  /** The version of the record shapes (src/store/records/schema.ts). */
  shape_version: z.number().int().positive(),
  dragoman_version: z.string(),
  made_at: z.iso.datetime(),
  /** Of all tables together. */
  records: Count,
  /** Of each table. */
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

/** Undefined when this version has no such table. */
export function findTable(name: string): TableName | undefined {
  if (Object.hasOwn(COLLECTIONS, name)) return name as CollectionName
  return Object.hasOwn(LOGS, name) ? (name as LogName) : undefined
}

export const getTableSchema = (table: TableName): z.ZodType => ({ ...COLLECTIONS, ...LOGS })[table].schema
