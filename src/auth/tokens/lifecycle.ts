import { AppError } from '../../errors.ts'
import { enqueueEvent } from '../../events/enqueue.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord, TokenRecord } from '../../store/records/identity.ts'
import type { Transaction } from '../../store/store.ts'
import { echo, echoList } from '../../text/escape.ts'
import type { RevokedTokens } from '../audit/token-revocations.ts'
import type { Moment } from '../clock.ts'
import { isExpired } from '../policy/active-credential.ts'
import { credentialRecord, getGrantId, type Principal } from '../policy/principal.ts'
import { ALL_SCOPES, isScope, type Scope } from '../policy/scopes.ts'
import { mintSecret, redactSecrets, type SecretValue } from '../secrets.ts'
import { assertMayCreateTokens, withDescendants } from './lineage.ts'

export interface NewToken {
  readonly name: string
  readonly description: string
  readonly scopes: readonly string[]
  /** RFC 3339 date or date-time; a bare date means the end of that day in UTC; undefined or '' means never. */
  readonly expiresAt: string | undefined
  readonly account: Frozen<AccountRecord>
}

interface TokenCreator extends Moment {
  readonly principal: Principal
}

/** Maximum active tokens per user, on all accounts. With a limit per account, one member could use up the tokens of an organization. */
const MAX_TOKENS = 1_000

/**
 * Creates an account token (`5.7.creation`) and returns its value once. A token created by a token has at most the scopes and lifetime of its parent, and is
 * revoked with it.
 * @throws AppError `invalid_input` (scopes, expires_at), `forbidden` (exceeds the parent, or 100 generations), `quota_exceeded` (too many tokens).
 */
export async function createAccountToken(
  tx: Transaction,
  wanted: NewToken,
  { principal, now, newId }: TokenCreator,
): Promise<{ token: Frozen<TokenRecord>; value: SecretValue }> {
  const scopes = parseScopes(wanted.scopes)
  const expires_at = parseExpiry(wanted.expiresAt, now)
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
    name: wanted.name,
    description: wanted.description,
    scopes,
    user_id: user.id,
    account_id: wanted.account.id,
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
  await enqueueTokenEvent('token.created', token, tx, now)
  return { token, value }
}

/**
 * Makes room for one more token by removing the oldest ended ones, which are kept because events and changes name them.
 * @throws AppError `quota_exceeded` when too many are active.
 */
async function makeRoomForToken(tx: Transaction, { id, handle }: Principal['user'], now: Date): Promise<void> {
  let count = await tx.tokens.count('user', id)
  if (count < MAX_TOKENS) return
  for (const token of await tx.tokens.list('user', id)) {
    if (isActive(token, now)) continue
    // Its child tokens have ended, so nothing refers to it.
    await tx.tokens.remove(token.id)
    count -= 1
    if (count < MAX_TOKENS) return
  }
  throw new AppError('quota_exceeded', `${handle} has ${count} active account tokens. The maximum is ${MAX_TOKENS}.`, {
    fix: 'Revoke unused tokens with revoke_token. list_tokens has their IDs.',
    pageFix: 'Revoke unused tokens.',
  })
}

/**
 * Revokes tokens and all tokens created with them, permanently (`3.revoke-permanent`). Returns the revoked ones, parents before children. Writes only the first `most`;
 * the others no longer work because of their parents, and `markRevoked` writes them later.
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

/** Writes the revocation of tokens that are not marked yet. */
export async function markRevoked(
  tx: Transaction,
  tokens: readonly Pick<Frozen<TokenRecord>, 'id'>[],
  now: Date,
): Promise<void> {
  for (const { id } of tokens) {
    const token = await tx.tokens.get(id)
    if (token?.revoked_at !== null) continue
    await tx.tokens.put({ ...token, revoked_at: now.toISOString() })
    await enqueueTokenEvent('token.revoked', token, tx, now)
  }
}

/** Tells the webhooks of the account that a token was created for. Without its value. */
const enqueueTokenEvent = (
  type: 'token.created' | 'token.revoked',
  { id, account_id, user_id, name, prefix, scopes, expires_at }: Frozen<TokenRecord>,
  tx: Transaction,
  now: Date,
): Promise<void> =>
  enqueueEvent(
    { type, account_id },
    async () => {
      const [account, user] = await Promise.all([tx.accounts.get(account_id), tx.users.get(user_id)])
      return {
        token: { id, name: redactSecrets(name), prefix, scopes, expires_at },
        account: account?.handle ?? null,
        user: user?.handle ?? null,
      }
    },
    tx,
    now,
  )

export const isActive = (token: Frozen<TokenRecord>, now: Date): boolean =>
  token.revoked_at === null && !isExpired(token.expires_at, now)

function parseScopes(names: readonly string[]): Scope[] {
  const unknown = names.filter(name => !isScope(name))
  if (unknown.length > 0) {
    throw new AppError(
      'invalid_input',
      `scopes has unknown scopes: ${echoList(unknown.map(name => JSON.stringify(name.slice(0, 60))))}.`,
      { fix: `Use some of ${ALL_SCOPES.join(', ')}.` },
    )
  }
  if (names.length === 0) {
    throw new AppError('invalid_input', 'scopes is empty.', { fix: 'Give at least one scope, such as project:read.' })
  }
  return ALL_SCOPES.filter(scope => names.includes(scope))
}

/** The last instant that RFC 3339 can express. */
const MAX_EXPIRY = Date.parse('9999-12-31T23:59:59.999Z')

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i

/**
 * Parses an expiration: a bare date means the end of that day in UTC; undefined or '' means never (null).
 * @throws AppError `invalid_input` for an invalid or past date.
 */
export function parseExpiry(text: string | undefined, now: Date): string | null {
  if (text === undefined || text === '') return null
  const time = DATE.test(text)
    ? Date.parse(`${text}T23:59:59.999Z`)
    : DATE_TIME.test(text)
      ? Date.parse(text)
      : Number.NaN
  if (Number.isNaN(time) || !isRealDay(text)) {
    const fix = 'Give an RFC 3339 date (2027-01-31) or date-time (2027-01-31T12:00:00Z)'
    throw expiryError(echo(JSON.stringify(text.slice(0, 60))), 'not a date', fix)
  }
  if (time <= now.getTime()) throw expiryError(JSON.stringify(text), 'in the past', 'Give a date in the future')
  if (time > MAX_EXPIRY) throw expiryError(JSON.stringify(text), 'after the year 9999', 'Give an earlier date')
  return new Date(time).toISOString()
}

const expiryError = (given: string, problem: string, fix: string): AppError =>
  new AppError('invalid_input', `expires_at is ${given}, which is ${problem}.`, {
    fix: `${fix}, or omit it for a token that never expires.`,
  })

/** Returns whether a day exists: `Date.parse` accepts days such as 2027-02-30. */
function isRealDay(text: string): boolean {
  const day = text.slice(0, 10)
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

function assertWithinParent(principal: Principal, scopes: readonly Scope[], expiresAt: string | null): void {
  const beyond = scopes.filter(scope => !principal.scopes.has(scope))
  if (beyond.length > 0) {
    const [names, pronoun] = [beyond.join(', '), beyond.length === 1 ? 'it' : 'them']
    throw new AppError('forbidden', `A new token can't have ${names}: your credential does not have ${pronoun}.`, {
      fix: `Omit ${names}, or create the token with a credential that has ${pronoun}.`,
    })
  }
  const end = principal.expiresAt
  if (end !== null && (expiresAt === null || expiresAt > end)) {
    throw new AppError('forbidden', `A new token can't outlive your credential, which expires at ${end}.`, {
      fix: `Set expires_at to ${end} or earlier.`,
    })
  }
}
