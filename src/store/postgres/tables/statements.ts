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

/** Creates the statements of a layout once. */
export function oncePerLayout<L extends object, S>(create: (layout: L) => S): (layout: L) => S {
  const known = new WeakMap<L, S>()
  return layout => {
    const statements = known.get(layout) ?? create(layout)
    known.set(layout, statements)
    return statements
  }
}

export const collectionStatements = oncePerLayout((layout: CollectionLayout): CollectionStatements => {
  const { table, unique, indexes, weights } = layout
  const columns = writtenColumns(layout)
  const all = ['id', ...columns]
  const sums = weights.map(({ column }, at) => `, coalesce(sum(t."${column}"), 0) as w${at + 1}`).join('')
  const ofEach = <V>(create: (index: (typeof indexes)[number]) => V): ReadonlyMap<string, V> =>
    new Map(indexes.map(index => [index.name, create(index)]))
  const byUnique = (condition: string): ReadonlyMap<string, string> =>
    new Map(
      unique.map(({ name, column }) => [name, `select ${FIELDS} from ${table} t where t."${column}" = ${condition}`]),
    )
  return {
    get: `select ${FIELDS} from ${table} t where t.id = $1`,
    getEach: `select ${FIELDS} from ${table} t where t.id = any($1)`,
    by: byUnique('$1'),
    byEach: byUnique('any($1)'),
    // The first rows under each of the keys `$1`, in order: at most `$2` for each.
    firstEach: ofEach(({ from, key, sorted }) => {
      const rows = `select ${FIELDS}, ${sorted}.sort from ${from} where ${key} = a.key order by ${sorted}.sort, ${sorted}.id limit $2`
      return `select a.key as asked, r.id, r.version, r.record from unnest($1::text[]) with ordinality as a(key, n) cross join lateral (${rows}) r order by a.n, r.sort, r.id`
    }),
    // Rows of an index, in order: `$1` = key, `$2` = limit, `$3` and `$4` = sort key and ID of the last row before.
    page: ofEach(({ from, key, sorted }) => {
      const rows = `select ${FIELDS} from ${from} where ${key} = $1`
      const order = `order by ${sorted}.sort, ${sorted}.id limit $2`
      return { first: `${rows} ${order}`, after: `${rows} and (${sorted}.sort, ${sorted}.id) > ($3, $4) ${order}` }
    }),
    // The number of rows under each of the keys `$1`, and the sum of each weight: for indexes without totals.
    count: ofEach(
      ({ from, key }) => `select ${key} as key, count(*) as n${sums} from ${from} where ${key} = any($1) group by 1`,
    ),
    insert: `insert into ${table} (${all.join(', ')}) select * from ${unnest(all)} on conflict do nothing`,
    update: `update ${table} t set ${columns.map(one => `${one} = v.${one}`).join(', ')} from ${unnest(['id', 'seen', ...columns]).replace('$2::text[]', '$2::bigint[]')} as v(id, seen, ${columns.join(', ')}) where t.id = v.id and t.version = v.seen`,
    remove: `delete from ${table} t using unnest($1::text[], $2::bigint[]) as v(id, seen) where t.id = v.id and t.version = v.seen`,
  }
})

export interface LogStatements {
  readonly get: string
  /** The place of a record. */
  readonly seqOf: string
  readonly page: ReadonlyMap<string, string>
  /** The newest records under each of the keys `$1`: at most `$2` for each. */
  readonly newestEach: ReadonlyMap<string, string>
  readonly append: string
}

export const logStatements = oncePerLayout(({ table, single }: LogLayout): LogStatements => {
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
})
