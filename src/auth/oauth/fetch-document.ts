import { networkOf } from './client-cap.ts'
import type { ClientLookup } from './clients.ts'

/** What came of reading an address on the network. `detail` is for the log. */
export type Fetched =
  | { readonly text: string; readonly cacheControl: string | undefined }
  | { readonly fault: { readonly why: string; readonly detail: string } }

/**
 * Finds a client by the address of its metadata document, on behalf of the request of one client address. `find` is given the means to read the
 * document; requests that want the same address at the same time share one finding, to the end of what it writes.
 */
export type FetchDocument = (
  url: string,
  address: string,
  find: (read: () => Promise<Fetched>) => Promise<ClientLookup>,
) => Promise<ClientLookup>

/** How many readings a minute anybody can cause: one network, of one site, and all together. */
export const MOST_READINGS = { network: 10, origin: 20, all: 60 } as const

const WINDOW_MS = 60_000

/** Makes of a reader one that strangers may set off. What it remembers is bounded by the readings of one minute and the requests under way. */
export function governFetch(fetch: (url: string) => Promise<Fetched>, now: () => Date): FetchDocument {
  const flights = new Map<string, Promise<ClientLookup>>()
  const counts = new Map<string, number>()
  let window = 0

  const isTaken = (url: string, address: string): boolean => {
    const current = Math.floor(now().getTime() / WINDOW_MS)
    if (current !== window) counts.clear()
    window = current
    const sources = [
      { key: 'all', most: MOST_READINGS.all },
      { key: `network ${networkOf(address)}`, most: MOST_READINGS.network },
      { key: `origin ${new URL(url).origin}`, most: MOST_READINGS.origin },
    ]
    if (sources.some(({ key, most }) => (counts.get(key) ?? 0) >= most)) return false
    for (const { key } of sources) counts.set(key, (counts.get(key) ?? 0) + 1)
    return true
  }

  return (url, address, find) => {
    const flight = flights.get(url)
    if (flight !== undefined) return flight
    const read = async (): Promise<Fetched> =>
      isTaken(url, address)
        ? fetch(url)
        : { fault: { why: 'busy', detail: 'too many documents were read in this minute' } }
    const started = find(read).finally(() => flights.delete(url))
    flights.set(url, started)
    return started
  }
}
