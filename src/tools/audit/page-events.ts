import type { z } from 'zod'
import type { ReadContext } from '../pipeline/call.ts'
import { decodeCursor, encodeCursor } from '../pipeline/cursor.ts'
import { pageInput } from '../schemas/fields.ts'
import { auditInput, parseAuditFilter } from './filter.ts'
import { type AuditListing, searchListings } from './search-listings.ts'
import { AuditRowBuilder, type AuditView } from './view.ts'

/** The input fields that filter and page events. */
export const eventsInput = { ...auditInput, ...pageInput }

type AuditPageInput = z.output<z.ZodObject<typeof eventsInput>>

/**
 * One page of matching events. Cursors are bound to `name`, the tool, and to the filter.
 * @throws AppError `invalid_input` for an invalid date, an unknown action or a cursor of another query.
 */
export async function pageAuditEvents(
  name: string,
  { limit, cursor, ...criteria }: AuditPageInput,
  listings: readonly AuditListing[],
  { read, services }: Pick<ReadContext, 'read' | 'services'>,
): Promise<{ events: AuditView[]; looked: number; next_cursor?: string }> {
  const query = [name, criteria]
  const from = cursor === undefined ? {} : decodeCursor(query, cursor)
  const filter = await parseAuditFilter(criteria, read, services)
  const { events, looked, after } = await searchListings(listings, filter, { limit, from })
  const rows = new AuditRowBuilder(read)
  return {
    events: await Promise.all(events.map(event => rows.toRow(event))),
    looked,
    ...(after !== undefined && { next_cursor: encodeCursor(query, after) }),
  }
}
