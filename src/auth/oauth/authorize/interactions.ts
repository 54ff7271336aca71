import type { Frozen } from '../../../store/frozen.ts'
import type { InteractionRecord } from '../../../store/records/authorization.ts'
import type { Reader, Transaction } from '../../../store/store.ts'
import type { Moment } from '../../clock.ts'
import { isExpired } from '../../policy/active-credential.ts'
import { hashSecret, verifySecret } from '../../secrets.ts'
import { MAX_PENDING, makeRoomForRequest } from '../pending-limit.ts'
import { surplus } from '../token/family-limit.ts'
import type { AuthorizationRequest } from './request.ts'

export type Interaction = Frozen<InteractionRecord>

/** How long a request waits for the user. */
const INTERACTION_LIFETIME_MS = 10 * 60 * 1000

interface InteractionOrigin extends Moment {
  /** The signed-in user, or the `toCustomerNetwork` of the client address. */
  readonly from: { readonly user_id: string } | { readonly network: string }
}

/**
 * Stores a request for the browser that sent it; `browser` is the secret of its cookie.
 * @throws AppError as `makeRoomForRequest`.
 */
export async function createInteraction(
  tx: Transaction,
  requested: AuthorizationRequest,
  browser: string,
  { now, newId, from }: InteractionOrigin,
): Promise<Interaction> {
  if ('network' in from) await makeRoomForRequest(tx.interactions, from.network)
  else await makeRoomForUser(tx, from.user_id)
  const interaction: Interaction = {
    ...requested,
    id: newId(),
    browser: hashSecret(browser),
    ...from,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + INTERACTION_LIFETIME_MS).toISOString(),
  }
  await tx.interactions.insert(interaction)
  return interaction
}

/** Limits the interactions of a user to those of one network. The oldest are removed. */
async function makeRoomForUser({ interactions }: Transaction, userId: string): Promise<void> {
  if ((await interactions.count('user', userId)) < MAX_PENDING.network) return
  for (const { id } of surplus(await interactions.list('user', userId), MAX_PENDING.network - 1)) {
    await interactions.remove(id)
  }
}

/** Finds the request with this ID, only for the browser that sent it. */
export async function findInteraction(
  read: Pick<Reader, 'interactions'>,
  id: string,
  browser: string,
  now: Date,
): Promise<Interaction | undefined> {
  const found = await read.interactions.get(id)
  const isHere = found !== undefined && verifySecret(browser, found.browser) && !isExpired(found.expires_at, now)
  return isHere ? found : undefined
}
