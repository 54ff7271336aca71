import type { z } from 'zod'
import type { CollectionDefinition, Gap, Texts } from '../records/define.ts'
import { COLLECTIONS, LOGS } from '../records/schema.ts'

/** A record as the engine sees it. The other fields belong to its schema. */
export interface StoredRecord {
  readonly id: string
}

type Key = (record: StoredRecord) => string | undefined

/** The keys of a record in an index of a collection: one, several different ones, or none. */
export type IndexKeys = string | readonly string[] | undefined

/** The definition of a collection, without the type of its records. */
export type Definition = CollectionDefinition<
  StoredRecord,
  Record<string, Key>,
  Record<string, (record: StoredRecord) => IndexKeys>,
  Record<string, (record: StoredRecord) => number>,
  Record<string, Gap>,
  Record<string, Texts<StoredRecord>>
>

/** The definition of a log, without the type of its records. */
export interface LogDefinition {
  readonly schema: z.ZodType<StoredRecord>
  readonly index: Readonly<Record<string, Key>>
  /** When a record was created, as an ISO 8601 instant. */
  readonly at: (record: StoredRecord) => string
}

/** The casts are safe: each key function is called only with records of its own schema. */
export const collectionDefinitions = COLLECTIONS as unknown as Readonly<Record<string, Definition>>
export const logDefinitions = LOGS as unknown as Readonly<Record<string, LogDefinition>>
