import type { Reader } from '../../store/store.ts'
import type { Revision } from '../translations/text-history.ts'
import { type BatchView, type ChangeFilter, matchesFilter, pageBatches } from './change-filter.ts'

/** Where a revert continues: in the revisions of a batch, then in the listing of batches. */
export interface RevertPosition {
  readonly batch?: string | undefined
  readonly revisions?: string | undefined
  readonly batches?: string | undefined
}

/** Batches and revisions that one call scans. */
export const MAX_RECORDS_SCANNED = 5000
const PAGE_SIZE = 500

/** Passes the revisions of matching batches to `give`, newest batch first. Returns where to continue if one call could not scan all. */
export async function forEachRevision(
  filter: ChangeFilter,
  from: RevertPosition,
  read: Reader,
  give: (revisions: readonly Revision[]) => Promise<void>,
): Promise<RevertPosition | undefined> {
  let looked = 0
  const readBatch = async (id: string, after: string | undefined): Promise<string | undefined> => {
    let inside = after
    do {
      const found = await read.revisions.page('batch', id, { limit: PAGE_SIZE, after: inside })
      await give(found.items)
      looked += found.items.length
      inside = found.next
    } while (inside !== undefined && looked < MAX_RECORDS_SCANNED)
    return inside
  }
  let { batches } = from
  if (from.batch !== undefined) {
    const inside = await readBatch(from.batch, from.revisions)
    if (inside !== undefined) return { ...from, revisions: inside }
    if (batches === undefined) return undefined
  }
  for (;;) {
    if (looked >= MAX_RECORDS_SCANNED) return { batches }
    // One at a time: each needs a position after it.
    const page = await pageBatches(filter, { limit: 1, after: batches }, read)
    const [batch] = page.items
    if (batch === undefined) return undefined
    looked += 1
    const inside = isRevertible(filter, batch) ? await readBatch(batch.id, undefined) : undefined
    if (inside !== undefined) return { batch: batch.id, revisions: inside, batches: page.next }
    if (page.next === undefined) return undefined
    batches = page.next
  }
}

/** A push changes no translations. */
const isRevertible = (filter: ChangeFilter, batch: BatchView): boolean =>
  batch.kind !== 'push' && matchesFilter(filter, batch)
