import { z } from 'zod'
import type { Transaction } from '../../../store/store.ts'
import type { SecretValue } from '../../secrets.ts'
import type { Interaction } from './interactions.ts'
import { type Lock, seal, unseal } from './seal.ts'
import { GrantAdditions } from './undo-consent.ts'

/** A browser that lost an answer on its way to the client (a second click, Back) gets the same one again for so long. */
const REISSUE_WINDOW_MS = 60_000

const SavedResponse = z.union([
  z.object({ code: z.string().transform(value => value as SecretValue), gain: GrantAdditions.optional() }),
  z.object({ error: z.literal('access_denied'), description: z.string() }),
])

/** What a person's yes or no tells the client, and for the person's own eyes what the yes added. */
export type SavedResponse = z.infer<typeof SavedResponse>

/** Who answered, and where. */
interface Responder {
  /** The secret of the browser's cookie. */
  readonly browser: string
  readonly userId: string
}

/** Keeps what the client is told: readable for the person who answered, in the browser where they did, and of no use in the store. */
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

/** The answer that a request got less than a minute ago, for who gave it; undefined = it is not told again. */
export function reissueResponse(interaction: Interaction, answerer: Responder, now: Date): SavedResponse | undefined {
  const { answered } = interaction
  if (answered === undefined || now.getTime() - Date.parse(answered.at) >= REISSUE_WINDOW_MS) return undefined
  return findOwnResponse(interaction, answerer)
}

/** The answer that a request got, for who gave it, as long as the request is known. */
export function findOwnResponse({ answered }: Interaction, { browser, userId }: Responder): SavedResponse | undefined {
  if (answered === undefined || answered.user_id !== userId) return undefined
  return SavedResponse.parse(JSON.parse(unseal(getSealKey(browser), answered.answer)))
}

const getSealKey = (browser: string): Lock => ({ secret: browser, purpose: 'the answer to an authorization request' })
