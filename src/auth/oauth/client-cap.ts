import type { ClientRecord } from '../../store/records/authorization.ts'
import type { Frozen, Transaction } from '../../store/store.ts'
import { networkOf } from '../network.ts'

type Client = Frozen<ClientRecord>

/** How many clients that were never used there may be, of all and of one network. */
const MOST_UNUSED = { all: 1000, network: 100 } as const

const HOUR_MS = 3_600_000
/** A client that nobody ever allowed anything goes after this. */
const WASTED_MS = 48 * HOUR_MS

/** Whether a client may be forgotten: nobody ever allowed it anything, and it is old. One that was used once is kept for ever, because it comes back. */
export const isWasted = (client: Client, now: Date): boolean =>
  client.last_used_at === null && now.getTime() - Date.parse(client.created_at) >= WASTED_MS

/** Whose clients are counted together: what one customer of a network has. */
export const customerOf = (address: string): string => networkOf(address, 48)

/**
 * Makes room for a registration that nobody has used yet: of those that are there, the oldest goes, but none that is younger than an hour, because
 * its person may be signing in. Gives the whole seconds to wait when there is no room.
 */
export async function makeRoom(
  tx: Transaction,
  network: string,
  now: Date,
): Promise<{ readonly retryAfter: number } | undefined> {
  const crowds = [
    { index: 'unused_from', key: network, most: MOST_UNUSED.network },
    { index: 'unused', key: 'registered', most: MOST_UNUSED.all },
  ] as const
  const counts = await Promise.all(crowds.map(({ index, key }) => tx.clients.count(index, key)))
  const full = crowds.find(({ most }, at) => (counts[at] ?? 0) >= most)
  if (full === undefined) return undefined
  const [oldest] = (await tx.clients.page(full.index, full.key, { limit: 1 })).items
  const age = oldest === undefined ? 0 : now.getTime() - Date.parse(oldest.created_at)
  if (oldest === undefined || age < HOUR_MS) return { retryAfter: Math.max(1, Math.ceil((HOUR_MS - age) / 1000)) }
  await tx.clients.remove(oldest.id)
  return undefined
}

/** Makes room for a metadata document that nobody has used yet. The oldest goes at once: it can be read again. */
export async function dropOldestDocument(tx: Transaction): Promise<void> {
  if ((await tx.clients.count('unused', 'document')) < MOST_UNUSED.all) return
  const [oldest] = (await tx.clients.page('unused', 'document', { limit: 1 })).items
  if (oldest !== undefined) await tx.clients.remove(oldest.id)
}
