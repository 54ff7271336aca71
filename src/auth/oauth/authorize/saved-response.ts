import { z } from 'zod'
import type { Transaction } from '../../../store/store.ts'
import type { SecretValue } from '../../secrets.ts'
import type { Interaction } from './interactions.ts'
import { type Lock, seal, unseal } from './seal.ts'
import { GrantAdditions } from './undo-consent.ts'

/** Time in which a browser that lost a response (a second click, Back) gets the same one again. */
const REISSUE_WINDOW_MS = 60_000

const SavedResponse = z.union([
  z.object({ code: z.string().transform(value => value as SecretValue), gain: GrantAdditions.optional() }),
  z.object({ error: z.literal('access_denied'), description: z.string() }),
])

/** The response to the client, and the additions to the grant, for the user's page. */
export type SavedResponse = z.infer<typeof SavedResponse>

/** The user who answered, and their browser. */
interface Responder {
  /** The secret of the browser's cookie. */
  readonly browser: string
  readonly userId: string
}

/** Stores the response encrypted, so that only the same user in the same browser can read it. */
export async function saveResponse(
  tx: Transaction,
  interaction: Interaction,
  answer: SavedResponse,
  { browser, userId }: Responder,
  now: Date,
): Promise<Interaction> {
  const repeatsUntil = new Date(now.getTime() + REISSUE_WINDOW_MS).toISOString()
  const { expires_at } = interaction
  const answered: Interaction = {
    ...interaction,
    expires_at: expires_at > repeatsUntil ? expires_at : repeatsUntil,
    answered: { at: now.toISOString(), user_id: userId, answer: seal(getSealKey(browser), JSON.stringify(answer)) },
  }
  await tx.interactions.put(answered)
  return answered
}

/** Returns the response of less than a minute ago to the user who gave it; undefined otherwise. */
export function reissueResponse(interaction: Interaction, answerer: Responder, now: Date): SavedResponse | undefined {
  const { answered } = interaction
  if (answered === undefined || now.getTime() - Date.parse(answered.at) >= REISSUE_WINDOW_MS) return undefined
  return findOwnResponse(interaction, answerer)
}

/** Returns the response to the user who gave it, while the request is stored. */
export function findOwnResponse({ answered }: Interaction, { browser, userId }: Responder): SavedResponse | undefined {
  if (answered === undefined || answered.user_id !== userId) return undefined
  return SavedResponse.parse(JSON.parse(unseal(getSealKey(browser), answered.answer)))
}

const getSealKey = (browser: string): Lock => ({ secret: browser, purpose: 'the answer to an authorization request' })
