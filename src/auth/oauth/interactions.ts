import type { InteractionRecord } from '../../store/records/authorization.ts'
import type { Frozen, Reader, Transaction } from '../../store/store.ts'
import { isExpired } from '../alive.ts'
import type { Moment } from '../clock.ts'
import { hashSecret, isSecret } from '../secrets.ts'
import type { Asked } from './authorization-request.ts'
import { makeRoomToWait } from './waiting.ts'

export type Interaction = Frozen<InteractionRecord>

/** How long a request waits for its person. */
const WAITS_MS = 10 * 60 * 1000

interface Arrival extends Moment {
  /** `customerOf` the address that it came from, unless somebody is signed in there. */
  readonly network: string | undefined
}

/**
 * Keeps a request for the browser that brought it, whose secret is given.
 * @throws AppError as `makeRoomToWait`.
 */
export async function keepInteraction(
  tx: Transaction,
  asked: Asked,
  browser: string,
  { now, newId, network }: Arrival,
): Promise<Interaction> {
  if (network !== undefined) await makeRoomToWait(tx.interactions, network)
  const interaction: Interaction = {
    ...asked,
    id: newId(),
    browser: hashSecret(browser),
    ...(network !== undefined && { network }),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + WAITS_MS).toISOString(),
  }
  await tx.interactions.insert(interaction)
  return interaction
}

/** The request under this id, for the browser that brought it alone. */
export async function findInteraction(
  read: Pick<Reader, 'interactions'>,
  id: string,
  browser: string,
  now: Date,
): Promise<Interaction | undefined> {
  const found = await read.interactions.get(id)
  const isHere = found !== undefined && isSecret(browser, found.browser) && !isExpired(found.expires_at, now)
  return isHere ? found : undefined
}
