import type { SharedState } from '../../../store/shared-state.ts'
import { createFetchQueue } from './fetch-queue.ts'
import { toCustomerNetwork } from './limit.ts'
import type { ClientLookup, FetchDocument, Fetched } from './lookup.ts'

/** Fetches per minute: caused by one network, from one origin, and in total. */
export const MAX_FETCHES_PER_MINUTE = { network: 10, origin: 20, all: 60 } as const

const MINUTE_MS = 60_000

const GROUP = 'client documents'
const KEY = 'fetches'

/** A fetch as JSON. */
interface Fetch {
  readonly at: number
  readonly network: string
  readonly origin: string
}

interface LimitDeps {
  readonly shared: SharedState
  readonly now: () => Date
}

/**
 * Adds rate limits to a fetch function that anonymous requests can trigger; they hold for all processes together. Memory is bounded by one minute of fetches and
 * the open requests.
 */
export function rateLimitFetch(fetch: (url: string) => Promise<Fetched>, { shared, now }: LimitDeps): FetchDocument {
  const flights = new Map<string, Promise<ClientLookup>>()
  const takeTurn = createFetchQueue()

  const isTaken = (url: string, address: string): Promise<boolean> =>
    shared.update(GROUP, [KEY], current => {
      const at = now().getTime()
      const next: Fetch = { at, network: toCustomerNetwork(address), origin: new URL(url).origin }
      const recent = ((current.get(KEY) as readonly Fetch[] | undefined) ?? []).filter(one => at - one.at < MINUTE_MS)
      const isFull =
        recent.length >= MAX_FETCHES_PER_MINUTE.all ||
        recent.filter(({ network }) => network === next.network).length >= MAX_FETCHES_PER_MINUTE.network ||
        recent.filter(({ origin }) => origin === next.origin).length >= MAX_FETCHES_PER_MINUTE.origin
      return { values: new Map(isFull ? [] : [[KEY, [...recent, next]]]), keepMs: MINUTE_MS, result: !isFull }
    })

  return (url, address, find) => {
    const flight = flights.get(url)
    if (flight !== undefined) return flight
    const read = async (): Promise<Fetched> =>
      (await isTaken(url, address))
        ? takeTurn(toCustomerNetwork(address), () => fetch(url))
        : { fault: { why: 'busy', detail: 'too many documents were read in the last minute' } }
    const started = find(read).finally(() => flights.delete(url))
    flights.set(url, started)
    return started
  }
}
