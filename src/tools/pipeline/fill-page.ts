import type { Page, PageOptions } from '../../store/store.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

interface PageRequest {
  /** The query that the cursor is bound to: the listing and its subject. */
  readonly query: unknown
  readonly limit: number
  readonly cursor: string | undefined
}

/** Loads a full page of visible records: reads on until it has `limit` rows. `view` returns undefined for hidden records. */
export async function fillPage<R, V>(
  loadPage: (options: PageOptions) => Promise<Page<R>>,
  { query, limit, cursor }: PageRequest,
  view: (record: R) => Promise<V | undefined>,
): Promise<{ readonly rows: readonly V[]; readonly next: { readonly next_cursor?: string } }> {
  const rows: V[] = []
  let after = cursor === undefined ? undefined : decodeCursor(query, cursor)['after']
  do {
    const page = await loadPage({ limit: limit - rows.length, after })
    const seen = await Promise.all(page.items.map(view))
    rows.push(...seen.filter(row => row !== undefined))
    after = page.next
  } while (after !== undefined && rows.length < limit)
  return { rows, next: after === undefined ? {} : { next_cursor: encodeCursor(query, { after }) } }
}
