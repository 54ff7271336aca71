import type { InteractionRecord } from '../../store/records/authorization.ts'
import type { Frozen, Reader, Transaction } from '../../store/store.ts'
import { isExpired } from '../alive.ts'
import type { Moment } from '../clock.ts'
import { hashSecret, isSecret } from '../secrets.ts'
import type { Asked } from './authorization-request.ts'

export type Interaction = Frozen<InteractionRecord>

/** How long a request waits for its person. */
const WAITS_MS = 10 * 60 * 1000

/** Keeps a request for the browser that brought it, whose secret is given. */
export async function keepInteraction(
  tx: Transaction,
  asked: Asked,
  browser: string,
  { now, newId }: Moment,
): Promise<Interaction> {
  const interaction: Interaction = {
    ...asked,
    id: newId(),
    browser: hashSecret(browser),
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
