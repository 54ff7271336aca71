import type { z } from 'zod'

/** A key function gives the index key of a record, or undefined when the record is not in that index. */
type Key<R> = (record: R) => string | undefined
type Weight<R> = (record: R) => number

/**
 * The records of an index that lack a record of another collection, such as the entries that have no translation in a locale. They need no record that says
 * so: it is seen in what is not there.
 */
interface Gap<R> {
  /** An index of this collection, whose records may lack something. */
  readonly index: string
  /** The other collection. */
  readonly lacks: string
  /** Its unique key that is looked for. */
  readonly unique: string
  /** What that key is for a record, and for what is asked about, such as a locale. */
  readonly key: (record: R, about: string) => string
  /** The field of a record of the other collection that says under which key of the index it is looked for. */
  readonly place: string
}

interface CollectionDefinition<
  R extends { id: string },
  U extends Record<string, Key<R>>,
  I extends Record<string, Key<R>>,
  W extends Record<string, Weight<R>>,
  G extends Record<string, Gap<R>>,
> {
  readonly schema: z.ZodType<R>
  /** At most one record has a given value. */
  readonly unique: U
  readonly index: I
  /** Sort key of listings, compared by code unit; ties and its absence fall back to the id. */
  readonly order?: (record: R) => string
  /** What `sum` can add up, by name. */
  readonly weights?: W
  /** Records for which another collection has nothing, by name. */
  readonly gaps?: G
  /** What records have in common that tend to change together; the embedded engine keeps them in files of their own. */
  readonly shard?: (record: R) => string
}

interface LogDefinition<R extends LogRecord, I extends Record<string, Key<R>>> {
  readonly schema: z.ZodType<R>
  readonly index: I
}

/** Each record of a log says when it was made. */
interface LogRecord {
  readonly id: string
  readonly at: string
}

/** Declares a collection: types of its keys come from here. */
export function defineCollection<
  R extends { id: string },
  U extends Record<string, Key<R>>,
  I extends Record<string, Key<R>>,
  W extends Record<string, Weight<R>>,
  G extends Record<string, Gap<R>>,
>(definition: CollectionDefinition<R, U, I, W, G>): CollectionDefinition<R, U, I, W, G> {
  return definition
}

/** Declares an append-only collection, whose listings are newest first. */
export function defineLog<R extends LogRecord, I extends Record<string, Key<R>>>(
  definition: LogDefinition<R, I>,
): LogDefinition<R, I> & { readonly at: (record: R) => string } {
  return { ...definition, at: record => record.at }
}

/** Joins the parts of a compound key with a character that no part contains. */
export const compoundKey = (...parts: readonly (string | number)[]): string => parts.join('\u0000')

/** A number as a sort key: 12 digits keep numeric order under code-unit comparison. */
export const toSortKey = (value: number): string => String(value).padStart(12, '0')
