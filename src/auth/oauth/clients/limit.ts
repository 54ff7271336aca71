import { eachRecord } from '../../../store/each-record.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { ClientRecord } from '../../../store/records/authorization.ts'
import type { Transaction } from '../../../store/store.ts'
import { toNetwork } from '../../network.ts'

type Client = Frozen<ClientRecord>

/** Limits of unused clients: in total, per customer network, and in total including guaranteed ones (`MIN_GUARANTEED`). */
const MAX_UNUSED = { all: 1000, network: 100, ever: 5000 } as const
/** A provider network with fewer clients may register beyond the total limit. */
const MIN_GUARANTEED = 3

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A younger client is kept: its user may be signing in right now. */
const MIN_AGE_MS = 10 * MINUTE_MS
/** Clients without a grant are removed after this time. */
const ABANDONED_AFTER_MS = 48 * HOUR_MS
const PAGE_SIZE = 1000

/** Returns whether a client is old and never got a grant. Used clients are kept forever, because they return. */
export const isAbandoned = (client: Client, now: Date): boolean =>
  client.last_used_at === null && now.getTime() - Date.parse(client.created_at) >= ABANDONED_AFTER_MS

/** Returns whether a consent page or a device of this client waits for a user. Such a client must not be removed. */
export const hasPendingRequest = async (
  tx: Pick<Transaction, 'interactions' | 'device_codes'>,
  clientId: string,
): Promise<boolean> =>
  (await tx.interactions.count('client', clientId)) + (await tx.device_codes.count('client', clientId)) > 0

/** Returns the network whose clients are counted together: that of one customer. */
export const toCustomerNetwork = (address: string): string => toNetwork(address, 48)

/** Returns the network in which one owner easily gets many addresses: the first 24 bits of IPv4, the first 32 of IPv6. */
const toProviderNetwork = (network = ''): string =>
  network.includes(':') ? network.split(':').slice(0, 2).join(':') : network.split('.').slice(0, 3).join('.')

type LimitReached = { readonly retryAfter: number } | undefined

/**
 * Makes room for a new registration. At the limit of a customer network, removes its oldest unused client if that is an hour old. At the total limit, removes
 * the oldest of the provider network with the most clients, or any that is an hour old. Provider networks with few clients can always register. Returns the
 * seconds to wait if there is no room.
 */
export async function makeRoomForClient(tx: Transaction, network: string, now: Date): Promise<LimitReached> {
  if ((await tx.clients.count('unused_from', network)) >= MAX_UNUSED.network) {
    const own = eachRecord(after => tx.clients.page('unused_from', network, { limit: PAGE_SIZE, after }))
    return dropOldest(tx, await collect(own), HOUR_MS, now)
  }
  const all = await tx.clients.count('unused', 'registered')
  return all < MAX_UNUSED.all ? undefined : makeRoomAmongAll(tx, network, now)
}

async function makeRoomAmongAll(tx: Transaction, network: string, now: Date): Promise<LimitReached> {
  const clients = await collect(
    eachRecord(after => tx.clients.page('unused', 'registered', { limit: PAGE_SIZE, after })),
  )
  const own = toProviderNetwork(network)
  const crowds = new Map<string, Client[]>([[own, []]])
  for (const client of clients) {
    const near = toProviderNetwork(client.network)
    const crowd = crowds.get(near)
    if (crowd === undefined) crowds.set(near, [client])
    else crowd.push(client)
  }
  const few = crowds.get(own) ?? []
  // Of equally large networks, choose the caller's own: it must not remove a client of a network that has no more clients.
  const largest = [...crowds.values()].reduce((one, other) => (other.length > one.length ? other : one), few)
  const crowd = await dropOldest(tx, largest, MIN_AGE_MS, now)
  if (crowd === undefined) return undefined
  const old = await dropOldest(tx, clients, HOUR_MS, now)
  if (old === undefined || (few.length < MIN_GUARANTEED && clients.length < MAX_UNUSED.ever)) return undefined
  return { retryAfter: Math.min(crowd.retryAfter, old.retryAfter) }
}

/** Removes the first client that is old enough and has no pending request. `clients` starts with the oldest. */
async function dropOldest(tx: Transaction, clients: readonly Client[], age: number, now: Date): Promise<LimitReached> {
  const seconds = (client: Client): number => (Date.parse(client.created_at) + age - now.getTime()) / 1000
  for (const client of clients) {
    if (seconds(client) > 0) return { retryAfter: Math.ceil(seconds(client)) }
    if (await hasPendingRequest(tx, client.id)) continue
    await tx.clients.remove(client.id)
    return undefined
  }
  return { retryAfter: MIN_AGE_MS / 1000 }
}

/** Removes the oldest unused metadata document without a pending request. It can be fetched again. */
export async function dropOldestDocument(tx: Transaction): Promise<void> {
  if ((await tx.clients.count('unused', 'document')) < MAX_UNUSED.all) return
  for await (const { id } of eachRecord(after => tx.clients.page('unused', 'document', { limit: 100, after }))) {
    if (await hasPendingRequest(tx, id)) continue
    await tx.clients.remove(id)
    return
  }
}

async function collect(clients: AsyncIterable<Client>): Promise<readonly Client[]> {
  const all: Client[] = []
  for await (const client of clients) all.push(client)
  return all
}
