import type { CollectionLayout, LogLayout } from './layout.ts'

/** Columns of the rows of a collection that are written, in the order of their parameters. */
const writtenColumns = ({ unique, single, weights }: CollectionLayout): readonly string[] => [
  'version',
  'sort',
  'record',
  ...[...unique, ...single, ...weights].map(({ column }) => `"${column}"`),
]

const typeOf = (column: string): string =>
  column === 'record' ? 'json' : column === 'version' || column.startsWith('"weight_') ? 'bigint' : 'text'

const unnest = (columns: readonly string[], first = 1): string =>
  `unnest(${columns.map((column, at) => `$${first + at}::${typeOf(column)}[]`).join(', ')})`

/** The texts of all statements of a collection. They never contain values. */
export interface CollectionStatements {
  readonly get: string
  readonly getEach: string
  readonly by: ReadonlyMap<string, string>
  readonly byEach: ReadonlyMap<string, string>
  /** The first rows under each of several keys. */
  readonly firstEach: ReadonlyMap<string, string>
  readonly page: ReadonlyMap<string, { readonly first: string; readonly after: string }>
  readonly count: ReadonlyMap<string, string>
  readonly insert: string
  readonly update: string
  readonly remove: string
}

const FIELDS = 't.id, t.version, t.record'

/** Rows of an index, in order: `$1` = key, `$2` = limit, `$3` and `$4` = sort key and ID of the last row before. */
function pages({ table, single, several }: CollectionLayout): CollectionStatements['page'] {
  const found = new Map<string, { readonly first: string; readonly after: string }>()
  for (const { name, column } of single) {
    const from = `select ${FIELDS} from ${table} t where t."${column}" = $1`
    const order = 'order by t.sort, t.id limit $2'
    found.set(name, { first: `${from} ${order}`, after: `${from} and (t.sort, t.id) > ($3, $4) ${order}` })
  }
  for (const { name, table: keys } of several) {
    const from = `select ${FIELDS} from ${keys} k join ${table} t on t.id = k.id where k.key = $1`
    const order = 'order by k.sort, k.id limit $2'
    found.set(name, { first: `${from} ${order}`, after: `${from} and (k.sort, k.id) > ($3, $4) ${order}` })
  }
  return found
}

/** The first rows under each of the keys `$1`, in order: at most `$2` for each. */
function firstOfEach({ table, single, several }: CollectionLayout): ReadonlyMap<string, string> {
  const each = (rows: string): string =>
    `select a.key as asked, r.id, r.version, r.record from unnest($1::text[]) with ordinality as a(key, n) cross join lateral (${rows} limit $2) r order by a.n, r.sort, r.id`
  return new Map([
    ...single.map(
      ({ name, column }) =>
        [
          name,
          each(`select ${FIELDS}, t.sort from ${table} t where t."${column}" = a.key order by t.sort, t.id`),
        ] as const,
    ),
    ...several.map(
      ({ name, table: keys }) =>
        [
          name,
          each(
            `select ${FIELDS}, k.sort from ${keys} k join ${table} t on t.id = k.id where k.key = a.key order by k.sort, k.id`,
          ),
        ] as const,
    ),
  ])
}

/** The number of rows under each of the keys `$1`, and the sum of each weight: for indexes without totals. */
function counts({ table, single, several, weights }: CollectionLayout): CollectionStatements['count'] {
  const sums = weights.map(({ column }, at) => `, coalesce(sum(t."${column}"), 0) as w${at + 1}`).join('')
  return new Map([
    ...single.map(
      ({ name, column }) =>
        [
          name,
          `select t."${column}" as key, count(*) as n${sums} from ${table} t where t."${column}" = any($1) group by 1`,
        ] as const,
    ),
    ...several.map(
      ({ name, table: keys }) =>
        [
          name,
          `select k.key, count(*) as n${sums} from ${keys} k join ${table} t on t.id = k.id where k.key = any($1) group by 1`,
        ] as const,
    ),
  ])
}

export function collectionStatements(layout: CollectionLayout): CollectionStatements {
  const { table, unique } = layout
  const columns = writtenColumns(layout)
  const all = ['id', ...columns]
  return {
    get: `select ${FIELDS} from ${table} t where t.id = $1`,
    getEach: `select ${FIELDS} from ${table} t where t.id = any($1)`,
    by: new Map(unique.map(({ name, column }) => [name, `select ${FIELDS} from ${table} t where t."${column}" = $1`])),
    byEach: new Map(
      unique.map(({ name, column }) => [name, `select ${FIELDS} from ${table} t where t."${column}" = any($1)`]),
    ),
    firstEach: firstOfEach(layout),
    page: pages(layout),
    count: counts(layout),
    insert: `insert into ${table} (${all.join(', ')}) select * from ${unnest(all)} on conflict do nothing`,
    update: `update ${table} t set ${columns.map(one => `${one} = v.${one}`).join(', ')} from ${unnest(['id', 'seen', ...columns]).replace('$2::text[]', '$2::bigint[]')} as v(id, seen, ${columns.join(', ')}) where t.id = v.id and t.version = v.seen`,
    remove: `delete from ${table} t using unnest($1::text[], $2::bigint[]) as v(id, seen) where t.id = v.id and t.version = v.seen`,
  }
}

export interface LogStatements {
  readonly get: string
  /** The place of a record. */
  readonly seqOf: string
  readonly page: ReadonlyMap<string, string>
  /** The newest records under each of the keys `$1`: at most `$2` for each. */
  readonly newestEach: ReadonlyMap<string, string>
  readonly append: string
}

export function logStatements({ table, single }: LogLayout): LogStatements {
  const columns = ['id', 'at', 'record', ...single.map(({ column }) => `"${column}"`)]
  const page = single.map(({ name, column }) => {
    // `$1` = key, `$2` = limit, `$3` = seq of the last row before, `$4` and `$5` = times.
    const where = `"${column}" = $1 and seq < $3 and ($4::text is null or at >= $4) and ($5::text is null or at <= $5)`
    return [name, `select seq, record from ${table} where ${where} order by seq desc limit $2`] as const
  })
  const newestEach = single.map(({ name, column }) => {
    const newest = `select seq, record from ${table} where "${column}" = a.key order by seq desc limit $2`
    return [
      name,
      `select a.key as asked, r.seq, r.record from unnest($1::text[]) as a(key) cross join lateral (${newest}) r order by r.seq desc`,
    ] as const
  })
  return {
    get: `select record from ${table} where id = $1`,
    seqOf: `select seq from ${table} where id = $1`,
    page: new Map(page),
    newestEach: new Map(newestEach),
    append: `insert into ${table} (${columns.join(', ')}) select * from ${unnest(columns)} on conflict do nothing`,
  }
}
