import type { z } from 'zod'
import { COLLECTIONS, LOGS } from '../records/schema.ts'

/** A record as the engine sees it. The other fields belong to its schema. */
export interface StoredRecord {
  readonly id: string
}

type Key = (record: StoredRecord) => string | undefined

/** The keys of a record in an index of a collection: one, several different ones, or none. */
export type IndexKeys = string | readonly string[] | undefined

interface TableDefinition {
  readonly schema: z.ZodType<StoredRecord>
}

/** The definition of a log, without the type of its records. */
export interface LogDefinition extends TableDefinition {
  readonly index: Readonly<Record<string, Key>>
  /** When a record was created, as an ISO 8601 instant. */
  readonly at: (record: StoredRecord) => string
}

/** A gap: the records of an index that lack a record of another collection (records/define.ts). */
export interface GapDefinition {
  readonly index: string
  readonly lacks: string
  readonly unique: string
  readonly place: string
  readonly filled?: string | undefined
}

/** Texts of a collection by which records are found (records/define.ts). */
export interface TextsDefinition {
  readonly index: string
  readonly of: (record: StoredRecord) => readonly string[]
}

/** The definition of a collection, without the type of its records. */
export interface Definition extends TableDefinition {
  readonly index: Readonly<Record<string, (record: StoredRecord) => IndexKeys>>
  readonly unique: Readonly<Record<string, Key>>
  readonly several?: readonly string[]
  readonly counted?: readonly string[]
  readonly gaps?: Readonly<Record<string, GapDefinition>>
  readonly texts?: Readonly<Record<string, TextsDefinition>>
  readonly order?: (record: StoredRecord) => string
  readonly weights?: Readonly<Record<string, (record: StoredRecord) => number>>
  readonly shard?: (record: StoredRecord) => string
}

/** The casts are safe: each key function is called only with records of its own schema. */
export const collectionDefinitions = COLLECTIONS as unknown as Readonly<Record<string, Definition>>
export const logDefinitions = LOGS as unknown as Readonly<Record<string, LogDefinition>>
