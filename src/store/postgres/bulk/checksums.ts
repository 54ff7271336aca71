import { createHash } from 'node:crypto'
import type { Checksums } from '../../store.ts'
import type { Query } from '../connections.ts'
import { collectionLayouts, logLayouts } from '../tables/layout.ts'

/** Records of one statement. */
const PAGE = 5_000

/** Records from after one ID up to another one, in order. */
interface HashedPage {
  readonly first: string
  readonly last: string
  /** 32 bytes for each record. */
  readonly hashes: Buffer
}

interface PageRow {
  readonly last: string | null
  readonly hashes: Buffer | null
  readonly [column: string]: unknown
}

/**
 * Computes the checksums of all tables in the database, so that no record leaves it. The column `record` has the line that was written. Keeps 32 bytes for each
 * record, so that a second computation reads only what was marked as changed.
 */
export class DatabaseChecksums {
  readonly #query: Query
  readonly #pages = new Map<string, readonly HashedPage[]>()
  readonly #changed = new Map<string, Set<string>>()

  constructor(query: Query) {
    this.#query = query
  }

  /** Notes a record that was written or removed, by its encoded ID. */
  markChanged(table: string, id: string): void {
    const ids = this.#changed.get(table) ?? new Set()
    this.#changed.set(table, ids.add(id))
  }

  async compute(): Promise<Checksums> {
    const sums: Record<string, Checksums[string]> = {}
    for (const { name, table } of [...collectionLayouts.values(), ...logLayouts.values()]) {
      const pages = await this.#renew(name, table)
      const whole = createHash('sha256')
      for (const { hashes } of pages) whole.update(hashes)
      const records = pages.reduce((sum, { hashes }) => sum + hashes.length / 32, 0)
      if (records > 0) sums[name] = { records, sha256: whole.digest('hex') }
    }
    this.#changed.clear()
    return sums
  }

  /** Reads the pages that changed. The last page is open: what was added after it, is read from there. */
  async #renew(name: string, table: string): Promise<readonly HashedPage[]> {
    const known = this.#pages.get(name) ?? []
    const changed = [...(this.#changed.get(name) ?? [])].sort(compareBytes)
    const pages: HashedPage[] = []
    let at = 0
    for (const page of known) {
      const start = at
      while (at < changed.length && compareBytes(changed[at] ?? '', page.last) <= 0) at++
      if (at === start) pages.push(page)
      else pages.push(...(await this.#read(table, page.first, page.last)))
    }
    const end = known.at(-1)?.last ?? ''
    if (known.length === 0 || at < changed.length) pages.push(...(await this.#read(table, end, undefined)))
    this.#pages.set(name, pages)
    return pages
  }

  async #read(table: string, first: string, last: string | undefined): Promise<readonly HashedPage[]> {
    const pages: HashedPage[] = []
    for (let after = first; ; ) {
      const [row] = await this.#query<PageRow>(
        `select max(id) as last, string_agg(sha256(convert_to(record::text || E'\\n', 'UTF8')), ''::bytea order by id) as hashes
         from (select id, record from ${table} where id > $1 and ($2::text is null or id <= $2) order by id limit ${PAGE}) as page`,
        [after, last ?? null],
      )
      if (row === undefined || row.last === null || row.hashes === null) break
      pages.push({ first: after, last: row.last, hashes: row.hashes })
      after = row.last
    }
    const end = pages.at(-1)
    // The whole range stays covered, for records that come later.
    if (last !== undefined && end !== undefined) pages[pages.length - 1] = { ...end, last }
    else if (last !== undefined) pages.push({ first, last, hashes: Buffer.alloc(0) })
    return pages
  }
}

/** The order of the collation `C`. */
const compareBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))
