import { z } from 'zod'
import { isExpired } from '../../auth/policy/active-credential.ts'
import { isOwnGrant } from '../../auth/policy/authorize.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { GrantRecord, TokenFamilyRecord } from '../../store/records/authorization.ts'
import type { Reader } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { Call } from '../pipeline/call.ts'
import { LastUsedFrom, toLastUsedFrom } from '../tokens/view.ts'

type Grant = Frozen<GrantRecord>

/** A connected app. `last_used_at` null = never. */
export const GrantView = z.object({
  id: z.string(),
  /** As the app reports it, unverified. */
  client_name: z.string(),
  client_id: z.string(),
  scopes: z.array(z.string()),
  /** Handles of the accounts it reaches, without deleted organizations; `all` includes accounts joined later. */
  accounts: z.union([z.literal('all'), z.array(z.string())]),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  last_used_from: LastUsedFrom.optional(),
  /** Number of machines on which it is signed in. */
  sessions: z.number().int(),
  /** The sign-in that the page of connected apps shows in its place. */
  replaced_by: z.string().optional().describe('Grant id of the newest sign-in of the same app'),
})

export type GrantView = z.infer<typeof GrantView>

export const GrantId = z.string().min(1).max(60).describe('Grant id')

export async function toGrantView(grant: Grant, read: Reader, now: Date): Promise<GrantView> {
  const { id, client_id, scopes, accounts, created_at, last_used_at } = grant
  const reached = accounts === 'all' ? undefined : await Promise.all(accounts.map(one => read.accounts.get(one)))
  return {
    id,
    client_name: escapeInvisible(grant.client_name),
    client_id,
    scopes: [...scopes],
    accounts: reached?.flatMap(one => (one === undefined || one.deleted_at !== undefined ? [] : [one.handle])) ?? 'all',
    created_at,
    last_used_at,
    ...toLastUsedFrom(grant),
    sessions: (await listActiveFamilies(grant, read, now)).length,
  }
}

/** The token families of a grant that are neither revoked nor expired: one per machine. */
export const listActiveFamilies = async (
  { id }: Pick<Grant, 'id'>,
  read: Pick<Reader, 'families'>,
  now: Date,
): Promise<readonly Frozen<TokenFamilyRecord>[]> =>
  (await read.families.list('active', id)).filter(({ expires_at }) => !isExpired(expires_at, now))

/**
 * One of the caller's grants, possibly revoked.
 * @throws AppError `not_found`, the same for grants of other users.
 */
export async function getOwnGrant(
  id: string,
  { principal, read }: Pick<Call, 'principal'> & { readonly read: Pick<Reader, 'grants'> },
): Promise<Grant> {
  const grant = await read.grants.get(id)
  if (grant !== undefined && isOwnGrant(principal, grant)) return grant
  throw new AppError('not_found', `You have no connected app ${id}.`, {
    fix: 'Call list_grants for the ids.',
    pageFix: 'Choose one of your connected apps.',
  })
}
