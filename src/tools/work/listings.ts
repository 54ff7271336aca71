import type { Page } from '../../store/store.ts'

/** One listing, newest first, by a name of its own. */
export interface Listing<T> {
  readonly name: string
  readonly page: (options: { readonly limit: number; readonly after?: string | undefined }) => Promise<Page<T>>
}

type Position = Readonly<Record<string, string>>

/** The position of a listing that was read to its end. */
const DONE = 'done'

/** The next records of several listings in one order, and how to go on behind any of them. */
export interface Next<T> {
  readonly items: readonly T[]
  /** Where to go on when the first `count` items were taken; undefined when nothing is behind them. */
  readonly after: (count: number) => Promise<Position | undefined>
}

/** Reads up to `limit` records of each listing. Several are merged by the ids of their records, which grow with time. */
export async function readListings<T extends { readonly id: string }>(
  listings: readonly Listing<T>[],
  limit: number,
  from: Position,
): Promise<Next<T>> {
  const pages = await Promise.all(
    listings.map(async listing => {
      const after = from[listing.name]
      const page: Page<T> = after === DONE ? { items: [] } : await listing.page({ limit, after })
      return { listing, page }
    }),
  )
  const all = pages.flatMap(({ listing, page }) => page.items.map(item => ({ item, listing })))
  if (pages.length > 1) all.sort((a, b) => (a.item.id > b.item.id ? -1 : 1))
  // Behind the end of a page that goes on, records of that listing are missing.
  const ends = pages.flatMap(({ page }) => (page.next === undefined ? [] : [page.items.at(-1)?.id ?? '']))
  const newest = ends.toSorted().at(-1) ?? ''
  const complete = pages.length > 1 ? all.filter(({ item }) => item.id >= newest) : all
  return {
    items: complete.map(({ item }) => item),
    after: async count => {
      if (count === all.length && ends.length === 0) return undefined
      const taken = complete.slice(0, count)
      const next = await Promise.all(
        listings.map(async listing => {
          const size = taken.filter(one => one.listing === listing).length
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
