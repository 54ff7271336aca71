import type { Frozen } from '../../../store/frozen.ts'
import type { InteractionRecord } from '../../../store/records/authorization.ts'
import type { Reader, Transaction } from '../../../store/store.ts'
import type { Moment } from '../../clock.ts'
import { isExpired } from '../../policy/active-credential.ts'
import { hashSecret, verifySecret } from '../../secrets.ts'
import { MAX_PENDING, makeRoomForRequest } from '../pending-limit.ts'
import { surplus } from '../token/access-token-limit.ts'
import type { AuthorizationRequest } from './request.ts'

export type Interaction = Frozen<InteractionRecord>

/** How long a request waits for its person. */
const INTERACTION_LIFETIME_MS = 10 * 60 * 1000

interface InteractionOrigin extends Moment {
  /** Who is signed in there, or `toCustomerNetwork` the address that it came from. */
  readonly from: { readonly user_id: string } | { readonly network: string }
}

/**
 * Keeps a request for the browser that brought it, whose secret is given.
 * @throws AppError as `makeRoomForRequest`.
 */
export async function createInteraction(
  tx: Transaction,
  asked: AuthorizationRequest,
  browser: string,
  { now, newId, from }: InteractionOrigin,
): Promise<Interaction> {
  if ('network' in from) await makeRoomForRequest(tx.interactions, from.network)
  else await makeRoomForUser(tx, from.user_id)
  const interaction: Interaction = {
    ...asked,
    id: newId(),
    browser: hashSecret(browser),
    ...from,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + INTERACTION_LIFETIME_MS).toISOString(),
  }
  await tx.interactions.insert(interaction)
  return interaction
}

/** The pages of a person, answered or not, take no more room than what waits of a network: their oldest go. */
async function makeRoomForUser({ interactions }: Transaction, userId: string): Promise<void> {
  if ((await interactions.count('user', userId)) < MAX_PENDING.network) return
  for (const { id } of surplus(await interactions.list('user', userId), MAX_PENDING.network - 1)) {
    await interactions.remove(id)
  }
}

/** The request under this id, for the browser that brought it alone. */
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
