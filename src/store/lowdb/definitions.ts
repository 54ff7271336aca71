import type { z } from 'zod'
import { COLLECTIONS, LOGS } from '../records/schema.ts'

/** What the engine knows of any record: the rest is between its schema and the caller. */
export interface StoredRecord {
  readonly id: string
}

type Key = (record: StoredRecord) => string | undefined

interface TableDefinition {
  readonly schema: z.ZodType<StoredRecord>
  readonly index: Readonly<Record<string, Key>>
}

/** A log as the engine treats it, whatever its record is. */
export interface LogDefinition extends TableDefinition {
  /** The instant at which a record was made. */
  readonly at: (record: StoredRecord) => string
}

/** Records of an index for which another collection has nothing under a unique key. */
export interface GapDefinition {
  readonly index: string
  readonly lacks: string
  readonly unique: string
  readonly key: (record: StoredRecord, about: string) => string
  readonly place: string
}

/** A collection as the engine treats it. */
export interface Definition extends TableDefinition {
  readonly unique: Readonly<Record<string, Key>>
  readonly gaps?: Readonly<Record<string, GapDefinition>>
  readonly order?: (record: StoredRecord) => string
  readonly weights?: Readonly<Record<string, (record: StoredRecord) => number>>
  readonly shard?: (record: StoredRecord) => string
}

/** Key functions take the record of their own collection; the engine gives each only records that its schema accepted. */
export const collectionDefinitions = COLLECTIONS as unknown as Readonly<Record<string, Definition>>
export const logDefinitions = LOGS as unknown as Readonly<Record<string, LogDefinition>>
