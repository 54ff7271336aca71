import { AppError } from '../../errors.ts'
import type { Page, PageOptions } from '../../store/store.ts'

/** Pending requests of anonymous users: per network, in total, and per network while the total is reached. */
export const MAX_PENDING = { network: 200, all: 10_000, networkInCrowd: 3 } as const

/** A collection of requests that wait for a user: sign-ins, authorization requests or devices. */
interface PendingRequests {
  count(index: 'waiting' | 'waiting_from', key: string): Promise<number>
  page(index: 'waiting_from', key: string, options: PageOptions): Promise<Page<{ readonly id: string }>>
  remove(id: string): Promise<void>
}

/**
 * Makes room for one more anonymous request of a network. A network at its limit loses its own oldest request, never one of another network, so that
 * a flood from one network does not block others.
 * @throws AppError `rate_limited` if thousands of networks send requests at once.
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
