import type { LogPageOptions, Page, Span } from '../../store/store.ts'
import { type AuditFilter, fitsFilter } from './audit-filter.ts'
import type { Event } from './audit-shape.ts'

/** How many events one answer looks at, where a filter may let few through. */
const MOST_LOOKS = 2000
/** How many are read at once where the first that were read do not do. */
const CHUNK = 200

/** One part of the log, newest first, by a name of its own. */
export interface Listing {
  readonly name: string
  readonly page: (options: LogPageOptions) => Promise<Page<Event>>
  /** Which of its events are meant; default: all. */
  readonly isMeant?: (event: Event) => boolean | Promise<boolean>
}

/** Where to go on in each listing, and under `AT` the time of the last event that was looked at. */
type Position = Readonly<Record<string, string>>

const AT = 'at'

/** The position of a listing that was read to its end. */
const DONE = 'done'

interface Found {
  readonly events: readonly Event[]
  /** How many were looked at for them. */
  readonly looked: number
  /** Where to go on; undefined when nothing is behind them. */
  readonly after: Position | undefined
}

/**
 * The newest events of some listings that fit a filter. A clock that was set back is no end of a listing: the log itself passes over what was made at
 * other times, wherever it stands.
 */
export async function lookThrough(
  listings: readonly Listing[],
  filter: AuditFilter,
  { limit, from }: { readonly limit: number; readonly from: Position },
): Promise<Found> {
  const made = { from: filter.since, to: filter.until }
  const walks = listings.map(listing => new Walk(listing, { start: from[listing.name], made, first: limit }))
  const events: Event[] = []
  let looked = 0
  let last = from[AT] ?? ''
  for (; looked < MOST_LOOKS && events.length < limit; looked += 1) {
    const newest = await newestOf(walks)
    if (newest === undefined) break
    const { walk, event } = newest
    // What stands in several listings stands at the head of each: one look, and the first one says whether it is meant.
    for (const other of walks) if ((await other.peek())?.id === event.id) other.take()
    last = event.at
    if (isNewer(event, walk.listing.name, from)) continue
    if (fitsFilter(filter, event) && (await (walk.listing.isMeant?.(event) ?? true))) events.push(event)
  }
  const places = await Promise.all(walks.map(async walk => [walk.listing.name, await walk.place()] as const))
  if (places.every(([, place]) => place === DONE)) return { events, looked, after: undefined }
  const begun = places.filter(([, place]) => place !== '')
  return { events, looked, after: { ...Object.fromEntries(begun), [AT]: last } }
}

/** A listing of which nothing was taken before begins at the newest again: what has come to it since is not older than what was shown. */
const isNewer = ({ at }: Event, listing: string, from: Position): boolean =>
  from[listing] === undefined && from[AT] !== undefined && at > from[AT]

async function newestOf(walks: readonly Walk[]): Promise<{ walk: Walk; event: Event } | undefined> {
  let newest: { walk: Walk; event: Event } | undefined
  for (const walk of walks) {
    const event = await walk.peek()
    if (event !== undefined && (newest === undefined || event.at > newest.event.at)) newest = { walk, event }
  }
  return newest
}

interface Begin {
  readonly start: string | undefined
  readonly made: Span
  /** How many are read first. */
  readonly first: number
}

/** Goes through one listing, reading only as far as it is looked at. */
class Walk {
  readonly listing: Listing
  readonly #made: Span
  #size: number
  #start: string
  #page: Page<Event> = { items: [] }
  #taken = 0
  #isRead = false

  constructor(listing: Listing, { start = '', made, first }: Begin) {
    this.listing = listing
    this.#start = start
    this.#made = made
    this.#size = first
  }

  /** The next event; undefined at the end. */
  async peek(): Promise<Event | undefined> {
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
    this.#size = CHUNK
  }

  #pageOf(limit: number): Promise<Page<Event>> {
    return this.listing.page({ limit, made: this.#made, ...(this.#start !== '' && { after: this.#start }) })
  }
}
