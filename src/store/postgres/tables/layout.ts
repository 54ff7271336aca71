import {
  collectionDefinitions,
  type Definition,
  type IndexKeys,
  type LogDefinition,
  logDefinitions,
  type StoredRecord,
} from '../../engine/definitions.ts'
import { encodeKey } from './keys.ts'

/** The PostgreSQL schema of all tables. */
export const SCHEMA = 'dragoman'

/** A key of a record in a column. */
interface KeyColumn {
  readonly name: string
  readonly column: string
  readonly keyOf: (record: StoredRecord) => string | undefined
}

/** An index: the records under a key are listed from these tables. */
interface IndexLayout {
  readonly name: string
  readonly from: string
  /** The expression of the key. */
  readonly key: string
  /** The alias of the table that has the sort key and the ID. */
  readonly sorted: string
  readonly keysOf: (record: StoredRecord) => readonly string[]
}

/** An index with several keys per record, in a table of its own: key, sort, id. */
interface KeyTable extends Pick<IndexLayout, 'name' | 'keysOf'> {
  readonly table: string
}

interface WeightColumn {
  readonly name: string
  readonly column: string
  readonly weigh: (record: StoredRecord) => number
}

/** Searchable texts, in a table of their own: key, id, text, trigrams. */
export interface TextTable {
  readonly name: string
  readonly table: string
  /** The index whose key limits a search. */
  readonly keyOf: (record: StoredRecord) => string | undefined
  readonly textsOf: (record: StoredRecord) => readonly string[]
}

/** How a collection is stored: a table with the record as JSON, and columns for its keys. */
export interface CollectionLayout {
  readonly name: string
  readonly table: string
  readonly definition: Definition
  readonly unique: readonly KeyColumn[]
  readonly single: readonly KeyColumn[]
  readonly several: readonly KeyTable[]
  /** The indexes of `single`, then those of `several`. */
  readonly indexes: readonly IndexLayout[]
  readonly weights: readonly WeightColumn[]
  readonly texts: readonly TextTable[]
  /** The counted indexes. */
  readonly counted: ReadonlySet<string>
  readonly sortOf: (record: StoredRecord) => string
}

/** How a log is stored: `seq` is the order of its records. */
export interface LogLayout {
  readonly name: string
  readonly table: string
  readonly definition: LogDefinition
  readonly single: readonly KeyColumn[]
}

const tableName = (...parts: readonly string[]): string => `${SCHEMA}."${parts.join('_of_')}"`

/** Refuses several keys in an index that is not defined so. */
function singleKey(collection: string, index: string, keys: IndexKeys): string | undefined {
  if (keys === undefined || typeof keys === 'string') return keys
  throw new Error(`${collection} lists a record under several keys of ${index}, which is not one of its \`several\`.`)
}

const listKeys = (keys: IndexKeys): readonly string[] => (typeof keys === 'string' ? [keys] : (keys ?? []))

function layOut(name: string, definition: Definition): CollectionLayout {
  const { unique, index, several = [], counted = [], weights = {}, texts = {}, order } = definition
  const table = tableName(name)
  const single = Object.entries(index)
    .filter(([one]) => !several.includes(one))
    .map(([one, keysOf]) => ({
      name: one,
      column: `in_${one}`,
      keyOf: (record: StoredRecord) => singleKey(name, one, keysOf(record)),
    }))
  const keyTables = Object.entries(index)
    .filter(([one]) => several.includes(one))
    .map(([one, keysOf]) => ({
      name: one,
      table: tableName(name, one),
      keysOf: (record: StoredRecord) => [...new Set(listKeys(keysOf(record)))],
    }))
  return {
    name,
    table,
    definition,
    unique: Object.entries(unique).map(([one, keyOf]) => ({ name: one, column: `by_${one}`, keyOf })),
    single,
    several: keyTables,
    indexes: [
      ...single.map(({ name: one, column, keyOf }) => ({
        name: one,
        from: `${table} t`,
        key: `t."${column}"`,
        sorted: 't',
        keysOf: (record: StoredRecord) => listKeys(keyOf(record)),
      })),
      ...keyTables.map(({ name: one, table: keys, keysOf }) => ({
        name: one,
        from: `${keys} k join ${table} t on t.id = k.id`,
        key: 'k.key',
        sorted: 'k',
        keysOf,
      })),
    ],
    weights: Object.entries(weights).map(([one, weigh]) => ({ name: one, column: `weight_${one}`, weigh })),
    texts: Object.entries(texts).map(([one, { index: within, of }]) => {
      const keyed = single.find(({ name: found }) => found === within)
      if (keyed === undefined) throw new Error(`${name} has texts of ${within}, which is no index with one key.`)
      return { name: one, table: tableName(name, 'text', one), keyOf: keyed.keyOf, textsOf: of }
    }),
    counted: new Set(counted),
    sortOf: record => encodeKey(order?.(record) ?? record.id),
  }
}

export const collectionLayouts: ReadonlyMap<string, CollectionLayout> = new Map(
  Object.entries(collectionDefinitions).map(([name, definition]) => [name, layOut(name, definition)]),
)

export const logLayouts: ReadonlyMap<string, LogLayout> = new Map(
  Object.entries(logDefinitions).map(([name, definition]) => [
    name,
    {
      name,
      table: tableName(name),
      definition,
      single: Object.entries(definition.index).map(([one, keyOf]) => ({ name: one, column: `in_${one}`, keyOf })),
    },
  ]),
)

/** Maximum weights of a collection: the table of totals has as many columns. */
export const MAX_WEIGHTS = 2

/** The row of totals of an index: `entries.open`; of a whole table: `entries`. */
export const measureOf = (collection: string, index?: string): string =>
  index === undefined ? collection : `${collection}.${index}`
