import { createHash } from 'node:crypto'
import { BANDS, Signature, STRICT_SIMILARITY } from '../../l10n/memory/trigram-index.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import type { RecordsWithText, SimilarOptions } from '../store.ts'
import type { Query } from './connections.ts'
import { encodeKey } from './tables/keys.ts'
import type { TextTable } from './tables/layout.ts'

/** Owners of one text that a search returns. */
const MAX_OWNERS = 1_000
/** Rows with an equal band that a search compares at most, for each key. */
const MAX_ROWS = 2_000

/** The hash by which equal texts are found. */
export const hashText = (text: string): string =>
  createHash('sha256').update(JSON.stringify(text)).digest('base64url').slice(0, 22)

/** An array of numbers as PostgreSQL reads it; null where there is none. */
const toArray = (numbers: readonly number[] | undefined): string | null =>
  numbers === undefined ? null : `{${numbers.join(',')}}`

/** The statement that adds searchable texts. */
export const insertTexts = (table: string): string =>
  `insert into ${table} (key, id, hash, text, units, bands) select key, id, hash, text, units, bands::integer[]
   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::text[]) as v(key, id, hash, text, units, bands)`

/** Its parameters. A long text has no bands: only equal ones are found. Lets other work run: the bands of many texts take long. */
export async function textColumns(
  rows: readonly { readonly key: string; readonly id: string; readonly text: string }[],
): Promise<readonly (readonly unknown[])[]> {
  const pace = new Pacer()
  const bands: (string | null)[] = []
  for (const { text, key } of rows) {
    if (pace.shouldYield) await pace.yieldNow()
    bands.push(toArray(Signature.of(text)?.bands(key)))
  }
  return [
    rows.map(({ key }) => encodeKey(key)),
    rows.map(({ id }) => encodeKey(id)),
    rows.map(({ text }) => hashText(text)),
    rows.map(({ text }) => JSON.stringify(text)),
    rows.map(({ text }) => text.length),
    bands,
  ]
}

/** The records with a text, by the key of the index. */
export type FoundTexts = readonly RecordsWithText[]

/** Finds the records with exactly these texts. */
export async function searchEqual(
  query: Query,
  { table }: TextTable,
  keys: readonly string[],
  texts: readonly string[],
): Promise<ReadonlyMap<string, FoundTexts>> {
  const distinct = [...new Set(keys)]
  if (distinct.length === 0) return new Map()
  const rows = await query<{ key: string; hash: string; ids: readonly string[] }>(
    `select key, hash, (array_agg(id order by n))[1:${MAX_OWNERS}] as ids from ${table} where key = any($1) and hash = any($2) group by key, hash`,
    [distinct.map(encodeKey), texts.map(hashText)],
  )
  const found = new Map(rows.map(({ key, hash, ids }) => [`${hash} ${key}`, ids]))
  const ofText = (text: string): FoundTexts => {
    const hash = hashText(text)
    return distinct.flatMap(key => {
      const ids = found.get(`${hash} ${encodeKey(key)}`)
      return ids === undefined ? [] : [{ key, text, ids }]
    })
  }
  return new Map(texts.map(text => [text, ofText(text)]))
}

interface SimilarRow {
  /** The place of the sought text. */
  readonly sought: number
  readonly key: string
  readonly text: string
  readonly ids: readonly string[]
  readonly [column: string]: unknown
}

/** A text that is sought under a key. */
interface SoughtText {
  readonly sought: number
  readonly key: string
  readonly units: number
  readonly bands: readonly number[]
}

/** Texts and keys that one statement compares with others: more would take long. */
const MAX_SOUGHT = 200

/** Finds texts that can be similar to each of these, those with the most equal bands first. A few similar texts have none. */
export async function searchSimilar(
  query: Query,
  { table }: TextTable,
  keys: readonly string[],
  texts: readonly string[],
  options: SimilarOptions,
): Promise<ReadonlyMap<string, FoundTexts>> {
  const distinct = [...new Set(keys)]
  const all = texts.flatMap((text, sought) => {
    const signature = Signature.of(text)
    if (signature === undefined) return []
    return distinct.map(key => ({ sought, key, units: text.length, bands: signature.bands(key) }))
  })
  const rows: SimilarRow[] = []
  for (let from = 0; from < all.length; from += MAX_SOUGHT)
    rows.push(...(await searchSome(query, table, all.slice(from, from + MAX_SOUGHT), options)))
  const found = texts.map((): SimilarRow[] => [])
  for (const row of rows) found[row.sought]?.push(row)
  return new Map(
    texts.map((text, sought) => {
      const near = found[sought] ?? []
      const ofKey = (key: string): FoundTexts =>
        near
          .filter(row => row.key === encodeKey(key))
          .map(row => ({ key, text: JSON.parse(row.text) as string, ids: row.ids }))
      return [text, distinct.flatMap(ofKey)]
    }),
  )
}

async function searchSome(
  query: Query,
  table: string,
  sought: readonly SoughtText[],
  { similarity, limit }: SimilarOptions,
): Promise<readonly SimilarRow[]> {
  const first = similarity >= STRICT_SIMILARITY ? 0 : BANDS
  const equal = Array.from({ length: BANDS }, (_, at) => `(t.bands[${first + at + 1}] = a.bands[${at + 1}])::integer`)
  return query<SimilarRow>(
    // The arrays are parsed once: `offset 0` keeps the planner from doing it for each row. The key is compared as an expression, so that the index of bands is used.
    `select a.sought, a.key, r.text, r.ids
     from (
       select sought, key, bands::integer[] as bands, units, least, most
       from unnest($1::integer[], $2::text[], $3::text[], $4::integer[], $5::integer[], $6::integer[]) as v(sought, key, bands, units, least, most) offset 0
     ) a
     cross join lateral (
       select min(text) as text, (array_agg(id order by n))[1:${MAX_OWNERS}] as ids from (
         select n, id, hash, text, abs(t.units - a.units) as apart, ${equal.join(' + ')} as common
         from ${table} t where t.bands && a.bands and t.key || '' = a.key and t.units between a.least and a.most limit ${MAX_ROWS}
       ) found group by hash order by max(common) desc, min(apart) limit $7
     ) r`,
    [
      sought.map(one => one.sought),
      sought.map(({ key }) => encodeKey(key)),
      sought.map(({ bands }) => toArray(bands.slice(first, first + BANDS))),
      sought.map(({ units }) => units),
      sought.map(({ units }) => Math.ceil(units * similarity)),
      sought.map(({ units }) => Math.floor(units / similarity)),
      limit,
    ],
  )
}
