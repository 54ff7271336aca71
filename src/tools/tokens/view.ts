import { z } from 'zod'
import { isOwnToken, type Target } from '../../auth/policy/authorize.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord, TokenRecord } from '../../store/records/identity.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { Caller } from '../pipeline/call.ts'
import { Line, Lines } from '../schemas/fields.ts'

/** Where a credential was last used; absent if unknown. */
export const LastUsedFrom = z.object({
  address: z.string().optional(),
  /** As the program reports it, unverified. */
  user_agent: z.string().optional(),
})

type LastUsedFrom = z.infer<typeof LastUsedFrom>

/** The field `last_used_from`, or none. */
export function toLastUsedFrom({ address, user_agent }: Frozen<LastUsedFrom>): {
  readonly last_used_from?: LastUsedFrom
} {
  if (address === undefined && user_agent === undefined) return {}
  return {
    last_used_from: {
      ...(address !== undefined && { address }),
      ...(user_agent !== undefined && { user_agent: escapeInvisible(user_agent) }),
    },
  }
}

/** An account token without its value (`2.2.last-used`, `2.2.expiration`). `expires_at` and `last_used_at` are always present; null = never. */
export const TokenView = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  scopes: z.array(z.string()),
  account: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  last_used_from: LastUsedFrom.optional(),
  created_at: z.string(),
  created_by: z.string(),
  prefix: z.string(),
})

export type TokenView = z.infer<typeof TokenView>

export const TokenId = z.string().min(1).max(60)
export const TokenName = Line
export const TokenDescription = Lines

export function toTokenView(token: Frozen<TokenRecord>, account: Frozen<AccountRecord>): TokenView {
  return {
    id: token.id,
    name: token.name,
    ...(token.description !== '' && { description: token.description }),
    scopes: [...token.scopes],
    account: account.handle,
    expires_at: token.expires_at,
    last_used_at: token.last_used_at,
    ...toLastUsedFrom(token),
    created_at: token.created_at,
    created_by:
      token.created_by.id === undefined ? token.created_by.kind : `${token.created_by.kind}:${token.created_by.id}`,
    prefix: token.prefix,
  }
}

/**
 * One of the caller's own tokens.
 * @throws AppError `not_found`, the same for tokens of other users.
 */
export async function getOwnToken(
  id: string,
  { principal, read }: Caller,
): Promise<{ target: Target; token: Frozen<TokenRecord> }> {
  const token = await read.tokens.get(id)
  if (token === undefined || !isOwnToken(principal, token)) {
    throw new AppError('not_found', `You have no token ${id}.`, {
      pageFix: 'Choose one of your tokens.',
      fix: 'Call list_tokens for the ids.',
    })
  }
  return { target: { kind: 'token', token, name: token.id }, token }
}
