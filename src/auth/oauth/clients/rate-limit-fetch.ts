import { createFetchQueue } from './fetch-queue.ts'
import { toCustomerNetwork } from './limit.ts'
import type { ClientLookup, FetchDocument, Fetched } from './lookup.ts'
/** Fetches per minute: caused by one network, from one origin, and in total. */
export const MAX_FETCHES_PER_MINUTE = { network: 10, origin: 20, all: 60 } as const

const MINUTE_MS = 60_000

/** Adds rate limits to a fetch function that anonymous requests can trigger. Memory is bounded by one minute of fetches and the open requests. */
export function rateLimitFetch(fetch: (url: string) => Promise<Fetched>, now: () => Date): FetchDocument {
  const flights = new Map<string, Promise<ClientLookup>>()
  const takeTurn = createFetchQueue()
  let readings: readonly { readonly at: number; readonly network: string; readonly origin: string }[] = []

  const isTaken = (url: string, address: string): boolean => {
    const at = now().getTime()
    const reading = { at, network: toCustomerNetwork(address), origin: new URL(url).origin }
    readings = readings.filter(one => at - one.at < MINUTE_MS)
    const isFull =
      readings.length >= MAX_FETCHES_PER_MINUTE.all ||
      readings.filter(({ network }) => network === reading.network).length >= MAX_FETCHES_PER_MINUTE.network ||
      readings.filter(({ origin }) => origin === reading.origin).length >= MAX_FETCHES_PER_MINUTE.origin
    if (!isFull) readings = [...readings, reading]
    return !isFull
  }

  return (url, address, find) => {
    const flight = flights.get(url)
    if (flight !== undefined) return flight
    const read = async (): Promise<Fetched> =>
      isTaken(url, address)
        ? takeTurn(toCustomerNetwork(address), () => fetch(url))
        : { fault: { why: 'busy', detail: 'too many documents were read in the last minute' } }
    const started = find(read).finally(() => flights.delete(url))
    flights.set(url, started)
    return started
  }
}
