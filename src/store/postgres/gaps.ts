import { getKeyMap } from '../engine/errors.ts'
import { ENCODED_SEPARATOR, encodeKey, escapeKey } from './tables/keys.ts'
import { type CollectionLayout, collectionLayouts } from './tables/layout.ts'
import type { Row } from './tables/row.ts'

interface GapQuery {
  readonly layout: CollectionLayout
  readonly gap: string
  readonly key: string
  readonly about: string
  readonly limit: number
  readonly behind: string | undefined
}

/** Index rows that one statement reads at most. */
const STEP = 20_000

/**
 * Lists the records of an index that lack a record of another collection, in order. Reads the index in steps and looks up each missing record by its unique
 * key.
 */
export async function findGaps(
  { layout, gap, key, about, limit, behind }: GapQuery,
  read: (text: string, values: readonly unknown[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const { lacking, next } = statementsOf(layout, gap)
  const suffix = ENCODED_SEPARATOR + escapeKey(about)
  const found: Row[] = []
  let after = behind === undefined ? ['', ''] : [encodeKey(behind), '\u{10FFFF}']
  for (;;) {
    // The last row of the step, from where the next one continues.
    const [end] = (await read(next, [encodeKey(key), ...after, STEP - 1])) as unknown as readonly Position[]
    const to = end === undefined ? [null, null] : [end.sort, end.id]
    found.push(...(await read(lacking, [encodeKey(key), ...after, ...to, suffix, limit - found.length])))
    if (end === undefined || found.length === limit) return found
    after = [end.sort, end.id]
  }
}

interface Position {
  readonly sort: string
  readonly id: string
}

interface GapStatements {
  /** `$1` = key, `$2`, `$3` = position, `$4` = rows to skip. */
  readonly next: string
  /** `$1` = key, `$2` to `$5` = positions, `$6` = the end of the missing key, `$7` = limit. */
  readonly lacking: string
}

const cache = new WeakMap<CollectionLayout, Map<string, GapStatements>>()

function statementsOf(layout: CollectionLayout, gap: string): GapStatements {
  const known = cache.get(layout) ?? new Map<string, GapStatements>()
  cache.set(layout, known)
  const found = known.get(gap) ?? makeStatements(layout, gap)
  known.set(gap, found)
  return found
}

function makeStatements({ name, table, definition, single }: CollectionLayout, gap: string): GapStatements {
  const { index, lacks, unique } = getKeyMap(new Map(Object.entries(definition.gaps ?? {})), name, gap)
  const other = getKeyMap(collectionLayouts, name, lacks)
  const column = single.find(one => one.name === index)?.column
  const missing = other.unique.find(one => one.name === unique)?.column
  const listed = `t."${column}" = $1 and (t.sort, t.id) > ($2, $3)`
  return {
    next: `select '' as version, '{}'::json as record, t.sort, t.id from ${table} t where ${listed} order by t.sort, t.id offset $4 limit 1`,
    // The lateral join with its own limit keeps the planner from reading the whole other table.
    lacking: `select t.id, t.version, t.record from ${table} t
      left join lateral (select 1 as hit from ${other.table} o where o."${missing}" = t.id || $6 limit 1) there on true
      where ${listed} and ($4::text is null or (t.sort, t.id) <= ($4, $5)) and there.hit is null
      order by t.sort, t.id limit $7`,
  }
}
