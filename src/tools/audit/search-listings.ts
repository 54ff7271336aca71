import type { LogPageOptions, Page, TimeSpan } from '../../store/store.ts'
import { type AuditFilter, matchesFilter } from './filter.ts'
import type { StoredEvent } from './view.ts'

/** Events that one call scans at most. */
const MAX_EVENTS_SCANNED = 2000
/** Events per read after the first. */
const CHUNK_SIZE = 200

/** One listing of the log, newest first. `name` is unique among the listings of a search. */
export interface AuditListing {
  readonly name: string
  readonly page: (options: LogPageOptions) => Promise<Page<StoredEvent>>
  /** Which of its events to include; default: all. */
  readonly isIncluded?: (event: StoredEvent) => boolean | Promise<boolean>
}

/** Where each listing continues, and under `LAST_TIME_KEY` the time of the last scanned event. */
type Position = Readonly<Record<string, string>>

const LAST_TIME_KEY = 'at'

/** The position of a listing without further events. */
const DONE = 'done'

interface SearchResult {
  readonly events: readonly StoredEvent[]
  /** How many events were scanned. */
  readonly looked: number
  /** Where to continue; undefined at the end. */
  readonly after: Position | undefined
}

/**
 * The newest events of several listings that match a filter. Events may be out of order where the clock was set back: the log itself skips those outside of
 * the time range.
 */
export async function searchListings(
  listings: readonly AuditListing[],
  filter: AuditFilter,
  { limit, from }: { readonly limit: number; readonly from: Position },
): Promise<SearchResult> {
  const created = { from: filter.since, to: filter.until }
  const walks = listings.map(
    listing => new ListingReader(listing, { start: from[listing.name], created, first: limit }),
  )
  const events: StoredEvent[] = []
  let looked = 0
  let last = from[LAST_TIME_KEY] ?? ''
  for (; looked < MAX_EVENTS_SCANNED && events.length < limit; looked += 1) {
    const newest = await findNewest(walks)
    if (newest === undefined) break
    const { walk, event } = newest
    // An event of several listings is next in each. The first listing decides about it.
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

/** A listing without a position starts at its newest event again: events newer than the last page are skipped. */
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
  readonly created: TimeSpan
  /** Size of the first read. */
  readonly first: number
}

/** Reads one listing lazily. */
class ListingReader {
  readonly listing: AuditListing
  readonly #created: TimeSpan
  #size: number
  #start: string
  #page: Page<StoredEvent> = { items: [] }
  #taken = 0
  #isRead = false

  constructor(listing: AuditListing, { start = '', created, first }: ReaderOptions) {
    this.listing = listing
    this.#start = start
    this.#created = created
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

  /** The position after the taken events; '' = the newest. */
  async place(): Promise<string> {
    await this.peek()
    if (this.#start === DONE || this.#taken === 0) return this.#start
    if (this.#taken === this.#page.items.length) return this.#page.next ?? DONE
    const { next = DONE } = await this.#loadPage(this.#taken)
    return next
  }

  async #readOn(): Promise<void> {
    this.#taken = 0
    this.#isRead = true
    this.#page = this.#start === DONE ? { items: [] } : await this.#loadPage(this.#size)
    this.#size = CHUNK_SIZE
  }

  #loadPage(limit: number): Promise<Page<StoredEvent>> {
    return this.listing.page({ limit, made: this.#created, ...(this.#start !== '' && { after: this.#start }) })
  }
}
