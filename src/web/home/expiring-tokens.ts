import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import { listTokens } from '../../tools/tokens/list-tokens.ts'
import { callTool } from '../requests/call-tool.ts'
import type { PageRequest } from '../requests/page-request.ts'

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
export async function listExpiringTokens(request: PageRequest, signedIn: SignedIn): Promise<readonly ExpiringToken[]> {
  const shape = z.object({
    tokens: z.array(z.object({ id: z.string(), name: z.string(), expires_at: z.string().nullable() })),
  })
  const { tokens } = await callTool(request, signedIn, { tool: listTokens, input: { limit: MAX_TOKENS }, shape })
  const before = new Date(request.services.now().getTime() + EXPIRING_DAYS * DAY_MS).toISOString()
  return tokens
    .flatMap(({ id, name, expires_at: expiresAt }) =>
      expiresAt !== null && expiresAt <= before ? [{ id, name, expiresAt }] : [],
    )
    .sort((one, other) => (one.expiresAt < other.expiresAt ? -1 : 1))
}
