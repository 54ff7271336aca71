import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Page, PageOptions } from '../../store/store.ts'
import { tryParseJson } from '../../text/try-parse-json.ts'

const Cursor = z.tuple([z.string(), z.record(z.string(), z.string())])

/** Encodes a position in a listing as a cursor that is valid for this query only. */
export function encodeCursor(query: unknown, state: Readonly<Record<string, string>>): string {
  return Buffer.from(JSON.stringify([fingerprint(query), state])).toString('base64url')
}

/**
 * Decodes a cursor of `encodeCursor`.
 * @throws AppError `invalid_input` for a damaged cursor, or one of another query.
 */
export function decodeCursor(query: unknown, cursor: string): Readonly<Record<string, string>> {
  const parsed = Cursor.safeParse(tryParseJson(Buffer.from(cursor, 'base64url').toString()))
  if (parsed.success && parsed.data[0] === fingerprint(query)) return parsed.data[1]
  throw new AppError('invalid_input', `cursor ${JSON.stringify(cursor.slice(0, 40))} does not belong to this query.`, {
    fix: 'Repeat the call that returned it with the same arguments, or leave cursor out to start over.',
    field: 'cursor',
  })
}

const fingerprint = (query: unknown): string =>
  createHash('sha256').update(JSON.stringify(query)).digest('hex').slice(0, 8)

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

/** Pages a list that is ordered by handle, for `fillPage`. */
export const pageByHandle =
  <R extends { readonly handle: string }>(all: readonly R[]) =>
  async ({ limit, after = '' }: PageOptions): Promise<Page<R>> => {
    const rest = all.filter(({ handle }) => handle > after)
    const items = rest.slice(0, limit)
    const last = items.at(-1)
    return last === undefined || rest.length <= limit ? { items } : { items, next: last.handle }
  }
