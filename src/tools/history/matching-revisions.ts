import type { Page, Reader } from '../../store/store.ts'
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

/** One listing, newest first. `name` is unique among merged listings. */
export interface Listing<T> {
  readonly name: string
  readonly page: (options: { readonly limit: number; readonly after?: string | undefined }) => Promise<Page<T>>
}

type Position = Readonly<Record<string, string>>

/** The position of a listing without further records. */
const DONE = 'done'

/** The next records of several listings in one order. */
export interface MergedPage<T> {
  readonly items: readonly T[]
  /** Where to continue after the first `count` items; undefined at the end. */
  readonly after: (count: number) => Promise<Position | undefined>
}

/** Reads up to `limit` records of each listing and merges them by time, keeping the order within each. */
export async function mergeListings<T extends { readonly at: string }>(
  listings: readonly Listing<T>[],
  limit: number,
  from: Position,
): Promise<MergedPage<T>> {
  const sources = await Promise.all(
    listings.map(async listing => {
      const after = from[listing.name]
      const page: Page<T> = after === DONE ? { items: [] } : await listing.page({ limit, after })
      return { listing, items: page.items, goesOn: page.next !== undefined, taken: 0 }
    }),
  )
  const merged = mergeByTime(sources)
  const isWhole = sources.every(({ goesOn }) => !goesOn)
  return {
    items: merged.map(({ item }) => item),
    after: async count => {
      if (count === merged.length && isWhole) return undefined
      const next = await Promise.all(
        listings.map(async listing => {
          const size = merged.slice(0, count).filter(({ source }) => source.listing === listing).length
          const start = from[listing.name]
          const after = start === DONE ? undefined : start
          const position = size === 0 ? start : ((await listing.page({ limit: size, after })).next ?? DONE)
          return position === undefined ? [] : [[listing.name, position] as const]
        }),
      )
      return Object.fromEntries(next.flat())
    },
  }
}

interface Source<T> {
  readonly listing: Listing<T>
  readonly items: readonly T[]
  /** Whether the listing has more records. */
  readonly goesOn: boolean
  taken: number
}

/** Newest first, up to where a listing needs another read. */
function mergeByTime<T extends { readonly at: string }>(
  sources: readonly Source<T>[],
): { item: T; source: Source<T> }[] {
  const merged: { item: T; source: Source<T> }[] = []
  for (;;) {
    if (sources.some(({ items, goesOn, taken }) => goesOn && taken === items.length)) return merged
    const heads = sources.flatMap(source => {
      const item = source.items[source.taken]
      return item === undefined ? [] : [{ item, source }]
    })
    const [first, ...others] = heads
    if (first === undefined) return merged
    const newest = others.reduce((best, head) => (head.item.at > best.item.at ? head : best), first)
    merged.push(newest)
    newest.source.taken += 1
  }
}
