import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord, TokenRecord } from '../../store/records/identity.ts'
import type { Transaction } from '../../store/store.ts'
import { echo, echoList } from '../../text/escape.ts'
import type { RevokedTokens } from '../audit/token-revocations.ts'
import type { Moment } from '../clock.ts'
import { isExpired } from '../policy/active-credential.ts'
import { credentialRecord, getGrantId, type Principal } from '../policy/principal.ts'
import { ALL_SCOPES, isScope, type Scope } from '../policy/scopes.ts'
import { mintSecret, type SecretValue } from '../secrets.ts'
import { assertMayCreateTokens, withDescendants } from './lineage.ts'

export interface NewToken {
  readonly name: string
  readonly description: string
  readonly scopes: readonly string[]
  /** RFC 3339 date or date-time; a bare date = the end of that day in UTC; undefined or '' = never. */
  readonly expiresAt: string | undefined
  readonly account: Frozen<AccountRecord>
}

interface TokenCreator extends Moment {
  readonly principal: Principal
}

/** Of one user, on all accounts together: counted by account, one member could leave the others of an organization without any. */
const MAX_TOKENS = 1_000

/**
 * Makes an account token (spec 5.7): the value is in the answer and nowhere else. A token that a token makes stays within its parent's scopes
 * and lifetime, and dies with it.
 * @throws AppError `invalid_input` (scopes, expires_at), `forbidden` (beyond the parent, or the last of a hundred generations), `quota_exceeded` (too many
 * tokens).
 */
export async function createAccountToken(
  tx: Transaction,
  asked: NewToken,
  { principal, now, newId }: TokenCreator,
): Promise<{ token: Frozen<TokenRecord>; value: SecretValue }> {
  const scopes = parseScopes(asked.scopes)
  const expires_at = parseExpiry(asked.expiresAt, now)
  assertWithinParent(principal, scopes, expires_at)
  const { credential, user } = principal
  if (credential.kind === 'token') await assertMayCreateTokens(credential.id, tx)
  await makeRoomForToken(tx, user, now)
  const grant_id = getGrantId(principal)
  const { value, hash, prefix } = mintSecret('svca')
  const token: Frozen<TokenRecord> = {
    id: newId(),
    hash,
    prefix,
    name: asked.name,
    description: asked.description,
    scopes,
    user_id: user.id,
    account_id: asked.account.id,
    ...(credential.kind === 'token' && { parent_id: credential.id }),
    ...(grant_id !== undefined && { grant_id }),
    ...(principal.reach !== 'all' && { accounts: [...principal.reach.accounts] }),
    created_by: credentialRecord(credential),
    expires_at,
    last_used_at: null,
    revoked_at: null,
    created_at: now.toISOString(),
  }
  await tx.tokens.insert(token)
  return { token, value }
}

/**
 * Ended tokens stay as long as there is room for one more, because lists of events and changes name them; then the oldest go.
 * @throws AppError `quota_exceeded` when too many are active.
 */
async function makeRoomForToken(tx: Transaction, { id, handle }: Principal['user'], now: Date): Promise<void> {
  let count = await tx.tokens.count('user', id)
  if (count < MAX_TOKENS) return
  for (const token of await tx.tokens.list('user', id)) {
    if (isActive(token, now)) continue
    // What it made has ended with it or before it, so nothing looks for it any more.
    await tx.tokens.remove(token.id)
    count -= 1
    if (count < MAX_TOKENS) return
  }
  throw new AppError('quota_exceeded', `${handle} has ${count} active account tokens, and may have ${MAX_TOKENS}.`, {
    fix: 'Revoke tokens you no longer use: list_tokens has their ids, and revoke_token ends one.',
    pageFix: 'Revoke tokens you no longer use.',
  })
}

/**
 * Revokes tokens and every token made with them, for good (spec 3). Gives those that stopped working, each before those that it made. Only the first `most`
 * are written, where all others are dead with what they came from: `markRevoked` writes those later.
 */
export async function revokeTokens(
  tx: Transaction,
  tokens: readonly Pick<Frozen<TokenRecord>, 'id'>[],
  now: Date,
  most = Number.POSITIVE_INFINITY,
): Promise<RevokedTokens> {
  const ended = await withDescendants(tokens, tx)
  await markRevoked(tx, ended.slice(0, most), now)
  return ended
}

/** Writes that tokens are revoked, where that is not written yet. */
export async function markRevoked(
  tx: Transaction,
  tokens: readonly Pick<Frozen<TokenRecord>, 'id'>[],
  now: Date,
): Promise<void> {
  for (const { id } of tokens) {
    const token = await tx.tokens.get(id)
    if (token?.revoked_at === null) await tx.tokens.put({ ...token, revoked_at: now.toISOString() })
  }
}

export const isActive = (token: Frozen<TokenRecord>, now: Date): boolean =>
  token.revoked_at === null && !isExpired(token.expires_at, now)

function parseScopes(names: readonly string[]): Scope[] {
  const unknown = names.filter(name => !isScope(name))
  if (unknown.length > 0) {
    throw new AppError(
      'invalid_input',
      `scopes has ${echoList(unknown.map(name => JSON.stringify(name.slice(0, 60))))}, which is not a scope.`,
      {
        fix: `The scopes are ${ALL_SCOPES.join(', ')}.`,
      },
    )
  }
  if (names.length === 0) {
    throw new AppError('invalid_input', 'scopes is empty.', { fix: 'Give at least one scope, such as project:read.' })
  }
  return ALL_SCOPES.filter(scope => names.includes(scope))
}

/** The last instant whose year RFC 3339 can write. */
const MAX_EXPIRY = Date.parse('9999-12-31T23:59:59.999Z')

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i

/**
 * When a token ends whose maker wrote this: a bare date = the end of that day in UTC; undefined or '' = never.
 * @throws AppError `invalid_input` for what is no date, and for one that is past.
 */
export function parseExpiry(text: string | undefined, now: Date): string | null {
  if (text === undefined || text === '') return null
  const time = DATE.test(text)
    ? Date.parse(`${text}T23:59:59.999Z`)
    : DATE_TIME.test(text)
      ? Date.parse(text)
      : Number.NaN
  if (Number.isNaN(time) || !isRealDay(text)) {
    throw new AppError(
      'invalid_input',
      `expires_at is ${echo(JSON.stringify(text.slice(0, 60)))}, which is not a date.`,
      {
        fix: 'Give an RFC 3339 date (2027-01-31) or date-time (2027-01-31T12:00:00Z), or leave it out for a token that never expires.',
      },
    )
  }
  if (time <= now.getTime()) {
    throw new AppError('invalid_input', `expires_at is ${JSON.stringify(text)}, which is past.`, {
      fix: 'Give a date in the future, or leave it out for a token that never expires.',
    })
  }
  if (time > MAX_EXPIRY) {
    throw new AppError('invalid_input', `expires_at is ${JSON.stringify(text)}, which is after the year 9999.`, {
      fix: 'Give an earlier date, or leave it out for a token that never expires.',
    })
  }
  return new Date(time).toISOString()
}

/** `Date.parse` lets 2027-02-30 through; the calendar does not. */
function isRealDay(text: string): boolean {
  const day = text.slice(0, 10)
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

function assertWithinParent(principal: Principal, scopes: readonly Scope[], expiresAt: string | null): void {
  const beyond = scopes.filter(scope => !principal.scopes.has(scope))
  if (beyond.length > 0) {
    throw new AppError('forbidden', `A new token cannot have ${beyond.join(', ')}: what makes it does not have that.`, {
      fix: `Leave out ${beyond.join(', ')}, or make the token with a credential that has it.`,
    })
  }
  const end = principal.expiresAt
  if (end !== null && (expiresAt === null || expiresAt > end)) {
    throw new AppError('forbidden', `A new token cannot outlive the one that makes it, which ends at ${end}.`, {
      fix: `Give expires_at ${end} or earlier.`,
    })
  }
}
