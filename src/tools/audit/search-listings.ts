import type { LogPageOptions, Page, TimeSpan } from '../../store/store.ts'
import { type AuditFilter, matchesFilter } from './filter.ts'
import type { StoredEvent } from './view.ts'

/** How many events one answer looks at, where a filter may let few through. */
const MAX_EVENTS_SCANNED = 2000
/** How many are read at once where the first that were read do not do. */
const CHUNK_SIZE = 200

/** One part of the log, newest first, by a name of its own. */
export interface AuditListing {
  readonly name: string
  readonly page: (options: LogPageOptions) => Promise<Page<StoredEvent>>
  /** Which of its events are meant; default: all. */
  readonly isIncluded?: (event: StoredEvent) => boolean | Promise<boolean>
}

/** Where to go on in each listing, and under `AT` the time of the last event that was looked at. */
type Position = Readonly<Record<string, string>>

const LAST_TIME_KEY = 'at'

/** The position of a listing that was read to its end. */
const DONE = 'done'

interface SearchResult {
  readonly events: readonly StoredEvent[]
  /** How many were looked at for them. */
  readonly looked: number
  /** Where to go on; undefined when nothing is behind them. */
  readonly after: Position | undefined
}

/**
 * The newest events of some listings that fit a filter. A clock that was set back is no end of a listing: the log itself passes over what was made at
 * other times, wherever it stands.
 */
export async function searchListings(
  listings: readonly AuditListing[],
  filter: AuditFilter,
  { limit, from }: { readonly limit: number; readonly from: Position },
): Promise<SearchResult> {
  const made = { from: filter.since, to: filter.until }
  const walks = listings.map(listing => new ListingReader(listing, { start: from[listing.name], made, first: limit }))
  const events: StoredEvent[] = []
  let looked = 0
  let last = from[LAST_TIME_KEY] ?? ''
  for (; looked < MAX_EVENTS_SCANNED && events.length < limit; looked += 1) {
    const newest = await findNewest(walks)
    if (newest === undefined) break
    const { walk, event } = newest
    // What stands in several listings stands at the head of each: one look, and the first one says whether it is meant.
    for (const other of walks) if ((await other.peek())?.id === event.id) other.take()
    last = event.at
    if (isNewer(event, walk.listing.name, from)) continue
    if (matchesFilter(filter, event) && (await (walk.listing.isIncluded?.(event) ?? true))) events.push(event)
  }
  const places = await Promise.all(walks.map(async walk => [walk.listing.name, await walk.place()] as const))
  if (places.every(([, place]) => place === DONE)) return { events, looked, after: undefined }
  const begun = places.filter(([, place]) => place !== '')
  return { events, looked, after: { ...Object.fromEntries(begun), [LAST_TIME_KEY]: last } }
}

/** A listing of which nothing was taken before begins at the newest again: what has come to it since is not older than what was shown. */
const isNewer = ({ at }: StoredEvent, listing: string, from: Position): boolean =>
  from[listing] === undefined && from[LAST_TIME_KEY] !== undefined && at > from[LAST_TIME_KEY]

async function findNewest(
  walks: readonly ListingReader[],
): Promise<{ walk: ListingReader; event: StoredEvent } | undefined> {
  let newest: { walk: ListingReader; event: StoredEvent } | undefined
  for (const walk of walks) {
    const event = await walk.peek()
    if (event !== undefined && (newest === undefined || event.at > newest.event.at)) newest = { walk, event }
  }
  return newest
}

interface ReaderOptions {
  readonly start: string | undefined
  readonly made: TimeSpan
  /** How many are read first. */
  readonly first: number
}

/** Goes through one listing, reading only as far as it is looked at. */
class ListingReader {
  readonly listing: AuditListing
  readonly #made: TimeSpan
  #size: number
  #start: string
  #page: Page<StoredEvent> = { items: [] }
  #taken = 0
  #isRead = false

  constructor(listing: AuditListing, { start = '', made, first }: ReaderOptions) {
    this.listing = listing
    this.#start = start
    this.#made = made
    this.#size = first
  }

  /** The next event; undefined at the end. */
  async peek(): Promise<StoredEvent | undefined> {
    if (this.#start === DONE) return undefined
    const isOver = this.#isRead && this.#taken === this.#page.items.length
    if (isOver) this.#start = this.#page.next ?? DONE
    if (!this.#isRead || isOver) await this.#readOn()
    const event = this.#page.items[this.#taken]
    if (event === undefined) this.#start = DONE
    return event
  }

  take(): void {
    this.#taken += 1
  }

  /** Where to go on: behind what was taken; '' = at the newest. */
  async place(): Promise<string> {
    await this.peek()
    if (this.#start === DONE || this.#taken === 0) return this.#start
    if (this.#taken === this.#page.items.length) return this.#page.next ?? DONE
    const { next = DONE } = await this.#pageOf(this.#taken)
    return next
  }

  async #readOn(): Promise<void> {
    this.#taken = 0
    this.#isRead = true
    this.#page = this.#start === DONE ? { items: [] } : await this.#pageOf(this.#size)
    this.#size = CHUNK_SIZE
  }

  #pageOf(limit: number): Promise<Page<StoredEvent>> {
    return this.listing.page({ limit, made: this.#made, ...(this.#start !== '' && { after: this.#start }) })
  }
}
