import type { z } from 'zod'

/** A key function gives the index key of a record, or undefined when the record is not in that index. */
type Key<R> = (record: R) => string | undefined
type Weight<R> = (record: R) => number

interface CollectionDefinition<
  R extends { id: string },
  U extends Record<string, Key<R>>,
  I extends Record<string, Key<R>>,
  W extends Record<string, Weight<R>>,
> {
  readonly schema: z.ZodType<R>
  /** At most one record has a given value. */
  readonly unique: U
  readonly index: I
  /** Sort key of listings, compared by code unit; ties and its absence fall back to the id. */
  readonly order?: (record: R) => string
  /** What `sum` can add up, by name. */
  readonly weights?: W
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
export function collection<
  R extends { id: string },
  U extends Record<string, Key<R>>,
  I extends Record<string, Key<R>>,
  W extends Record<string, Weight<R>>,
>(definition: CollectionDefinition<R, U, I, W>): CollectionDefinition<R, U, I, W> {
  return definition
}

/** Declares an append-only collection, whose listings are newest first. */
export function log<R extends LogRecord, I extends Record<string, Key<R>>>(
  definition: LogDefinition<R, I>,
): LogDefinition<R, I> & { readonly at: (record: R) => string } {
  return { ...definition, at: record => record.at }
}

/** Joins the parts of a compound key with a character that no part contains. */
export const key = (...parts: readonly (string | number)[]): string => parts.join('\u0000')

/** A number as a sort key: 12 digits keep numeric order under code-unit comparison. */
export const sortable = (value: number): string => String(value).padStart(12, '0')
