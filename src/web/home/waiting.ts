import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import { listTokens } from '../../tools/tokens/list-tokens.ts'
import { callTool } from '../requests/call-tool.ts'
import type { Visit } from '../requests/visit.ts'

/** Translations of a project that wait for a user, by kind. */
export interface WaitingCounts {
  readonly needs_review: number
  readonly answered: number
  readonly suggestions: number
  readonly conflicts: number
  readonly errors: number
  /** Wait for an agent that answers requests for changes. */
  readonly returned: number
}

export const NOTHING_WAITS: WaitingCounts = {
  needs_review: 0,
  answered: 0,
  suggestions: 0,
  conflicts: 0,
  errors: 0,
  returned: 0,
}

/** The fields of a locale's status that say what waits. */
export const WaitingStatus = z.object({
  needs_review: z.number(),
  suggestions: z.number(),
  errors: z.number(),
  conflicts: z.number().default(0),
  revise: z.number().default(0),
  revised: z.number().default(0),
})

export const addStatus = (counts: WaitingCounts, one: z.output<typeof WaitingStatus>): WaitingCounts => ({
  needs_review: counts.needs_review + one.needs_review,
  answered: counts.answered + one.revised,
  suggestions: counts.suggestions + one.suggestions,
  conflicts: counts.conflicts + one.conflicts,
  errors: counts.errors + one.errors,
  returned: counts.returned + one.revise,
})

export const hasWaiting = (counts: WaitingCounts): boolean => Object.values(counts).some(count => count > 0)

export interface ExpiringToken {
  readonly id: string
  readonly name: string
  readonly expiresAt: string
}

/** Days before its expiration from which a token is shown. */
const EXPIRING_DAYS = 14
const DAY_MS = 24 * 60 * 60 * 1000
const MAX_TOKENS = 200

/** The active tokens of the user that expire within two weeks, the first one first. */
export async function listExpiringTokens(visit: Visit, signedIn: SignedIn): Promise<readonly ExpiringToken[]> {
  const shape = z.object({
    tokens: z.array(z.object({ id: z.string(), name: z.string(), expires_at: z.string().nullable() })),
  })
  const { tokens } = await callTool(visit, signedIn, { tool: listTokens, input: { limit: MAX_TOKENS }, shape })
  const before = new Date(visit.services.now().getTime() + EXPIRING_DAYS * DAY_MS).toISOString()
  return tokens
    .flatMap(({ id, name, expires_at: expiresAt }) =>
      expiresAt !== null && expiresAt <= before ? [{ id, name, expiresAt }] : [],
    )
    .sort((one, other) => (one.expiresAt < other.expiresAt ? -1 : 1))
}
