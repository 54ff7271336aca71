import type { Page } from '../../store/store.ts'

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
