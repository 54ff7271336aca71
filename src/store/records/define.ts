import type { z } from 'zod'

/** Returns the key of a record; undefined if the record is not in the index. */
type Key<R> = (record: R) => string | undefined
/** Returns the keys under which an index lists a record: one, several different ones, or none. */
type IndexKeys<R> = (record: R) => string | readonly string[] | undefined
type Weight<R> = (record: R) => number

/**
 * The records of an index that lack a record of another collection, such as entries without a translation in a locale. Computed from the missing record, so
 * that no placeholder record is needed.
 */
export interface Gap {
  /** An index of this collection. Its records may lack something. */
  readonly index: string
  /** The other collection. */
  readonly lacks: string
  /** A unique key of that collection: the ID of the record and a value such as the locale, as a compound key. */
  readonly unique: string
  /** The field in records of the other collection that contains the index key. */
  readonly place: string
  /** An index of that collection that lists most of them under the index key and the value, by the same sort key: PostgreSQL compares both indexes. */
  readonly filled?: string | undefined
}

/** The texts of records by which equal and similar ones are found. */
export interface Texts<R> {
  /** An index of this collection. A search is about the records of some of its keys. */
  readonly index: string
  readonly of: (record: R) => readonly string[]
}

export interface CollectionDefinition<
  R extends { id: string },
  U extends Record<string, Key<R>>,
  I extends Record<string, IndexKeys<R>>,
  W extends Record<string, Weight<R>>,
  G extends Record<string, Gap>,
  T extends Record<string, Texts<R>>,
> {
  readonly schema: z.ZodType<R>
  /** Unique keys: at most one record has a given value. */
  readonly unique: U
  readonly index: I
  /** The indexes that can list a record under several keys. */
  readonly several?: readonly (keyof I)[]
  /** The indexes that can have many records under a key and are counted or summed: PostgreSQL keeps their totals. */
  readonly counted?: readonly (keyof I)[]
  /** Sort key of listings, compared by code unit. Default, and for equal keys: the ID. */
  readonly order?: (record: R) => string
  /** Weights for `sum`, by name. */
  readonly weights?: W
  /** Gaps, by name. */
  readonly gaps?: G
  /** Searchable texts, by name. */
  readonly texts?: T
  /** Groups records that tend to change together. The embedded engine keeps each group in its own files. */
  readonly shard?: (record: R) => string
}

interface LogDefinition<R extends LogRecord, I extends Record<string, Key<R>>> {
  readonly schema: z.ZodType<R>
  readonly index: I
}

/** `at` is when the record was created. */
interface LogRecord {
  readonly id: string
  readonly at: string
}

/** Defines a collection. The types of its keys are inferred. */
export function defineCollection<
  R extends { id: string },
  U extends Record<string, Key<R>>,
  I extends Record<string, IndexKeys<R>>,
  W extends Record<string, Weight<R>>,
  G extends Record<string, Gap>,
  T extends Record<string, Texts<R>>,
>(definition: CollectionDefinition<R, U, I, W, G, T>): CollectionDefinition<R, U, I, W, G, T> {
  return definition
}

/** Defines an append-only collection. Listings are newest first. */
export function defineLog<R extends LogRecord, I extends Record<string, Key<R>>>(
  definition: LogDefinition<R, I>,
): LogDefinition<R, I> & { readonly at: (record: R) => string } {
  return { ...definition, at: record => record.at }
}

/** Joins the parts of a compound key. The separator, NUL, occurs in no part. */
export const compoundKey = (...parts: readonly (string | number)[]): string => parts.join('\u0000')

const MAX_INSTANT_MS = 9_999_999_999_999

/** Formats an instant as a sort key that lists later instants first. */
export const toNewestFirstKey = (instant: string): string =>
  String(MAX_INSTANT_MS - Date.parse(instant)).padStart(13, '0')

/** Formats a number as a sort key: 12 digits, which sort numerically by code unit. */
export const toSortKey = (value: number): string => String(value).padStart(12, '0')
