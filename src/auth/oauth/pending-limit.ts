import { AppError } from '../../errors.ts'
import type { Page, PageOptions } from '../../store/store.ts'

/** How many requests of people whom nobody knows may wait: of one network, of all, and of one network while those of all are there. */
export const MAX_PENDING = { network: 200, all: 10_000, networkInCrowd: 3 } as const

/** What waits for a person: authorization requests, or devices. */
interface PendingRequests {
  count(index: 'waiting' | 'waiting_from', key: string): Promise<number>
  page(index: 'waiting_from', key: string, options: PageOptions): Promise<Page<{ readonly id: string }>>
  remove(id: string): Promise<void>
}

/**
 * Makes room for one more request that a stranger of this network sets off. A network that has its share loses its own oldest, and never anybody
 * else's: whoever floods takes no place from others, who are let in beyond what one network can fill.
 * @throws AppError `rate_limited` when thousands of networks come at once.
 */
export async function makeRoomForRequest(room: PendingRequests, network: string): Promise<void> {
  const [own, all] = await Promise.all([room.count('waiting_from', network), room.count('waiting', '')])
  const share = all < MAX_PENDING.all ? MAX_PENDING.network : MAX_PENDING.networkInCrowd
  if (own >= share) {
    const [oldest] = (await room.page('waiting_from', network, { limit: 1 })).items
    if (oldest !== undefined) await room.remove(oldest.id)
  } else if (all >= 2 * MAX_PENDING.all) {
    throw new AppError('rate_limited', 'Too many requests are waiting for users to sign in.', {
      fix: 'Try again in a minute.',
      retryAfter: 60,
    })
  }
}
