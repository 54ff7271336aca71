import { FairQueue } from '../../../scheduling/fair-queue.ts'
import type { SharedState } from '../../../store/shared-state.ts'
import { toCustomerNetwork } from './limit.ts'
import type { ClientLookup, FetchDocument, Fetched } from './lookup.ts'

/** Maximum documents that are fetched at the same time. */
export const MAX_CONCURRENT = 4

/** Runs `work` when it is the turn of `owner`, and returns its result. */
type RunInTurn = <T>(owner: string, work: () => Promise<T>) => Promise<T>

/** Creates a queue with at most `maxRunning` running items, in which waiting owners take turns. */
export function createFetchQueue(maxRunning = MAX_CONCURRENT): RunInTurn {
  const waiting = new FairQueue<() => void>()
  let running = 0

  return async (owner, work) => {
    if (running < maxRunning) running += 1
    else await new Promise<void>(resolve => waiting.push(owner, resolve))
    try {
      return await work()
    } finally {
      // The next item takes over the place of this one.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

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
