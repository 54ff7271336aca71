import { createHash } from 'node:crypto'
import { countEdits, listTrigrams, MAX_FUZZY_UNITS } from '../../l10n/memory/trigram-index.ts'
import type { RecordsWithText, SimilarOptions } from '../store.ts'
import type { Query } from './connections.ts'
import { encodeKey } from './tables/keys.ts'
import { SCHEMA, type TextTable } from './tables/layout.ts'

/** Owners of one text that a search returns. */
const MAX_OWNERS = 1_000
/** Texts with some trigram of a search that it compares at most, and as many as it should have. */
const MAX_CANDIDATES = 2_000
const WANTED_CANDIDATES = 100
/** Trigrams by which a search finds them, the rarest ones. A similar text has most of them, so that a few are enough where each has many texts. */
const MAX_PROBES = 24
const MIN_PROBES = 4

/** How many of the first probes a candidate has. Counting all its trigrams takes ten times as long, so only the best candidates are compared so. */
const PROBES_OF_FOUND = Array.from(
  { length: 8 },
  (_, at) => `case when a.probes[${at + 1}] = any(min(found.grams)) then 1 else 0 end`,
).join(' + ')
const COMPARED_CANDIDATES = 60

/** The hash by which equal texts are found. */
export const hashText = (text: string): string =>
  createHash('sha256').update(JSON.stringify(text)).digest('base64url').slice(0, 22)

/** The trigrams of a text that can be found by similarity; undefined for a long one. */
export const gramsOf = (text: string): readonly number[] | undefined =>
  text.length > MAX_FUZZY_UNITS ? undefined : listTrigrams(text)

/** The records with a text, by the key of the index. */
export type FoundTexts = readonly RecordsWithText[]

/** Finds the records with exactly these texts. */
export async function searchEqual(
  query: Query,
  { table }: TextTable,
  keys: readonly string[],
  texts: readonly string[],
): Promise<ReadonlyMap<string, FoundTexts>> {
  const asked = [...new Set(keys)]
  if (asked.length === 0) return new Map()
  const rows = await query<{ key: string; hash: string; ids: readonly string[] }>(
    `select key, hash, (array_agg(id order by n))[1:${MAX_OWNERS}] as ids from ${table} where key = any($1) and hash = any($2) group by key, hash`,
    [asked.map(encodeKey), texts.map(hashText)],
  )
  const found = new Map(rows.map(({ key, hash, ids }) => [`${hash} ${key}`, ids]))
  const ofText = (text: string): FoundTexts => {
    const hash = hashText(text)
    return asked.flatMap(key => {
      const ids = found.get(`${hash} ${encodeKey(key)}`)
      return ids === undefined ? [] : [{ key, text, ids }]
    })
  }
  return new Map(texts.map(text => [text, ofText(text)]))
}

interface SimilarRow {
  /** The place of the sought text, from 1. */
  readonly sought: string
  readonly key: string
  readonly text: string
  readonly ids: readonly string[]
  readonly shared: number
  readonly [column: string]: unknown
}

/** Texts that one statement compares with others: more would take long. */
const MAX_SOUGHT = 25

/** Finds texts that can be similar to each of these, those that share the most trigrams first, like the embedded engine's index. */
export async function searchSimilar(
  query: Query,
  table: TextTable,
  keys: readonly string[],
  texts: readonly string[],
  options: SimilarOptions,
): Promise<ReadonlyMap<string, FoundTexts>> {
  const asked = [...new Set(keys)]
  const short = asked.length === 0 ? [] : texts.filter(text => gramsOf(text) !== undefined)
  const found = new Map<string, FoundTexts>()
  for (let from = 0; from < short.length; from += MAX_SOUGHT) {
    const some = short.slice(from, from + MAX_SOUGHT)
    for (const [text, near] of await searchSome(query, table, asked, some, options)) found.set(text, near)
  }
  return found
}

async function searchSome(
  query: Query,
  { table }: TextTable,
  asked: readonly string[],
  texts: readonly string[],
  { similarity, limit }: SimilarOptions,
): Promise<ReadonlyMap<string, FoundTexts>> {
  const frequencies = await readFrequencies(query, table)
  const sought = texts.map(text => {
    const grams = gramsOf(text) ?? []
    // Each edit changes at most three trigrams: a similar text has one of any `changed + 1`.
    const changed = 3 * countEdits(text.length, similarity)
    return { grams, probes: selectProbes(grams, changed + 1, frequencies), needed: grams.length - changed }
  })
  const rows = await query<SimilarRow>(
    // The arrays are parsed once: `offset 0` keeps the planner from doing it for each candidate.
    `select a.n as sought, r.key, r.text, r.ids, r.shared
     from (
       select probes::integer[] as probes, grams::integer[] as grams, needed, most, n
       from unnest($2::text[], $3::text[], $4::integer[], $5::integer[]) with ordinality as v(probes, grams, needed, most, n) offset 0
     ) a
     cross join lateral (
       select key, text, ids, shared from (
         select key, text, ids, (select count(*) from unnest(c.grams) g where g = any(a.grams))::integer as shared from (
           select key, hash, min(text) as text, (array_agg(id order by n))[1:${MAX_OWNERS}] as ids, min(grams) as grams from (
             select key, id, n, text, hash, grams from ${table}
             where key = any($1) and grams && a.probes and cardinality(grams) between a.needed and a.most limit ${MAX_CANDIDATES}
           ) found group by key, hash order by ${PROBES_OF_FOUND} desc limit ${COMPARED_CANDIDATES}
         ) c offset 0
       ) s where shared >= a.needed order by shared desc limit $6
     ) r`,
    [
      asked.map(encodeKey),
      sought.map(({ probes }) => `{${probes.join(',')}}`),
      sought.map(({ grams }) => `{${grams.join(',')}}`),
      sought.map(({ needed }) => Math.max(1, needed)),
      // A similar text is not much longer, and has at most a trigram for each unit and two for its ends.
      texts.map(text => Math.ceil(text.length / similarity) + 2),
      // Some are too short or too long after all.
      2 * limit * asked.length,
    ],
  )
  const near = rows.map(row => ({ ...row, plain: JSON.parse(row.text) as string }))
  const ofText = (text: string, at: number): FoundTexts => {
    const ranked = near
      .filter(({ sought: place, plain }) => Number(place) === at + 1 && isNear(plain.length, text.length, similarity))
      .sort(
        (a, b) =>
          b.shared - a.shared || Math.abs(a.plain.length - text.length) - Math.abs(b.plain.length - text.length),
      )
    return asked.flatMap(key => {
      const encoded = encodeKey(key)
      return ranked
        .filter(row => row.key === encoded)
        .slice(0, limit)
        .map(({ plain, ids }) => ({ key, text: plain, ids }))
    })
  }
  return new Map(texts.map((text, at) => [text, ofText(text, at)]))
}

const isNear = (one: number, other: number, similarity: number): boolean =>
  Math.min(one, other) >= Math.max(one, other) * similarity

interface Frequencies {
  readonly at: number
  /** Texts of the table. */
  readonly texts: number
  /** Trigram → the share of texts that have it. Rare ones are absent. */
  readonly shares: ReadonlyMap<number, number>
}

/** Selects trigrams that find the wanted number of candidates: the rarest, at most `enough`. */
function selectProbes(grams: readonly number[], enough: number, { texts, shares }: Frequencies): readonly number[] {
  const shareOf = (gram: number): number => shares.get(gram) ?? 0
  const rarest = grams.toSorted((a, b) => shareOf(a) - shareOf(b)).slice(0, Math.min(enough, MAX_PROBES))
  let candidates = 0
  const end = rarest.findIndex((gram, at) => {
    candidates += shareOf(gram) * texts
    return at >= MIN_PROBES && candidates > WANTED_CANDIDATES
  })
  return end < 0 ? rarest : rarest.slice(0, end)
}

const STATISTICS_MS = 10 * 60_000
const cache = new Map<string, Frequencies>()

/** How many texts have the frequent trigrams, as far as the statistics of the database know. */
async function readFrequencies(query: Query, table: string): Promise<Frequencies> {
  let known = cache.get(table)
  if (known === undefined || performance.now() > known.at + STATISTICS_MS) {
    const [row] = await query<{ texts: number; elements: string | null; shares: readonly number[] | null }>(
      `select c.reltuples as texts, s.most_common_elems::text as elements, s.most_common_elem_freqs as shares
       from pg_stats s join pg_namespace n on n.nspname = s.schemaname join pg_class c on c.relnamespace = n.oid and c.relname = s.tablename
       where s.schemaname = $1 and s.tablename = $2 and s.attname = 'grams'`,
      [SCHEMA, table.slice(SCHEMA.length + 2, -1)],
    )
    const elements = (row?.elements ?? '{}').slice(1, -1).split(',').filter(Boolean).map(Number)
    known = {
      at: performance.now(),
      texts: row?.texts ?? 0,
      shares: new Map(elements.map((gram, at) => [gram, row?.shares?.[at] ?? 0])),
    }
    cache.set(table, known)
  }
  return known
}
