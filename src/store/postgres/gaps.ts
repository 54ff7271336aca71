import { getKeyMap } from '../engine/errors.ts'
import type { Gap } from '../records/define.ts'
import { ENCODED_SEPARATOR, encodeKey, escapeKey } from './tables/keys.ts'
import { type CollectionLayout, collectionLayouts } from './tables/layout.ts'
import type { Row } from './tables/row.ts'
import { oncePerLayout } from './tables/statements.ts'

interface GapQuery {
  readonly layout: CollectionLayout
  readonly gap: string
  readonly key: string
  readonly about: string
  readonly limit: number
  readonly behind: string | undefined
}

/** Sorts after all keys. */
const END = '\u{10FFFF}'
/** Index rows of the first step, and of any: often there are enough gaps among the first. */
const FIRST_STEP = 2_000
const MAX_STEP = 20_000

/** The rows of an index that one statement reads. */
interface Step {
  /** The sort key of the last row; null where there is none. */
  readonly sort: string | null
  readonly has_more: boolean
  /** Whether no row lacks anything, as far as two indexes tell. */
  readonly is_complete: boolean
}

/**
 * Lists the records of an index that lack a record of another collection, in order. Reads the index in steps. Where the index of the other collection has the
 * same sort keys, nothing is lacking: comparing both costs a tenth of looking up each record.
 */
export async function findGaps(
  { layout, gap, key, about, limit, behind }: GapQuery,
  read: (text: string, values: readonly unknown[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const { next, lacking } = getKeyMap(gapStatements(layout), layout.name, gap)
  const suffix = ENCODED_SEPARATOR + escapeKey(about)
  const found: Row[] = []
  let after = behind === undefined ? ['', ''] : [encodeKey(behind), END]
  for (let size = FIRST_STEP; ; size = Math.min(4 * size, MAX_STEP)) {
    const [step] = (await read(next, [encodeKey(key), ...after, size, suffix])) as unknown as readonly Step[]
    if (step === undefined || step.sort === null) return found
    const values = [encodeKey(key), ...after, step.sort, suffix, limit - found.length]
    if (!step.is_complete) found.push(...(await read(lacking, values)))
    if (!step.has_more || found.length === limit) return found
    after = [step.sort, END]
  }
}

interface GapStatements {
  /** `$1` = key, `$2`, `$3` = position, `$4` = rows to read, `$5` = the end of the missing key. */
  readonly next: string
  /** `$1` = key, `$2`, `$3` = position, `$4` = last sort key, `$5` = the end of the missing key, `$6` = limit. */
  readonly lacking: string
}

const gapStatements = oncePerLayout(
  (layout: CollectionLayout) =>
    new Map(Object.entries(layout.definition.gaps ?? {}).map(([name, gap]) => [name, createStatements(layout, gap)])),
)

/** How many rows there are, and a sum that two sets of sort keys seldom share. */
const digest = (sort: string): string => `count(*) as n, sum(hashtextextended(${sort}, 0)) as hash`

function createStatements(
  { name, table, single }: CollectionLayout,
  { index, lacks, unique, filled }: Gap,
): GapStatements {
  const other = getKeyMap(collectionLayouts, name, lacks)
  const column = single.find(one => one.name === index)?.column
  const missing = other.unique.find(one => one.name === unique)?.column
  const filling = other.single.find(one => one.name === filled)?.column
  const listed = `t."${column}" = $1 and (t.sort, t.id) > ($2, $3)`
  const step = `(select max(sort) as sort, ${digest('sort')} from (
      select t.sort from ${table} t where ${listed} order by t.sort, t.id limit $4
    ) read) step`
  const others = `(select ${digest('o.sort')} from ${other.table} o
      where o."${filling}" = $1 || $5 and o.sort > $2 and o.sort <= step.sort) others`
  const [isComplete, from] =
    filling === undefined
      ? ['$5::text is null', step]
      : ['step.n = others.n and step.hash = others.hash', `${step} cross join lateral ${others}`]
  return {
    next: `select '' as version, '{}'::json as record, step.sort, step.n = $4 as has_more, ${isComplete} as is_complete from ${from}`,
    // The lateral join with its own limit keeps the planner from reading the whole other table.
    lacking: `select t.id, t.version, t.record from ${table} t
      left join lateral (select 1 as hit from ${other.table} o where o."${missing}" = t.id || $5 limit 1) there on true
      where ${listed} and t.sort <= $4 and there.hit is null
      order by t.sort, t.id limit $6`,
  }
}
