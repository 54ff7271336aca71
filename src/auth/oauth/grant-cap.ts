import type { Frozen } from '../../store/frozen.ts'
import type { GrantRecord } from '../../store/records/authorization.ts'
import type { Transaction } from '../../store/store.ts'
import { type Occasion, recordEvent } from '../audit.ts'
import { recordEnded } from '../ended-tokens.ts'
import type { Credential } from '../principal.ts'
import type { SignedIn } from '../sessions.ts'
import { removeFamily } from './family-cap.ts'
import { revokeGrant } from './grants.ts'
import { surplus } from './token-cap.ts'

type Grant = Frozen<GrantRecord>

interface Person {
  readonly user: SignedIn['user']
  readonly credential: Credential
}

/** How many grants a user may have, revoked ones included. Apps that register anew each time they connect leave some behind. */
const MOST_GRANTS = 500

/**
 * Makes room for one more grant of a user: the oldest revoked one goes, else the one is revoked that neither its app nor an account token made by it
 * used for longest, which the audit log tells as if its person had done it.
 */
export async function makeRoomForGrant(
  tx: Transaction,
  { user, credential }: Person,
  occasion: Occasion,
): Promise<void> {
  if ((await tx.grants.count('user', user.id)) < MOST_GRANTS) return
  const grants = await tx.grants.list('user', user.id)
  const uses = new Map<Grant, string>()
  for (const grant of grants) uses.set(grant, grant.revoked_at === null ? await lastUse(tx, grant) : '')
  // A revoked one comes first, by its empty time; lists begin with what was made first.
  const inTurn = grants.toSorted((one, other) => compare(uses.get(one) ?? '', uses.get(other) ?? ''))
  for (const grant of surplus(inTurn, MOST_GRANTS - 1)) {
    if (grant.revoked_at === null) await end(tx, grant, { user, credential }, occasion)
    for (const family of await tx.families.list('grant', grant.id)) await removeFamily(tx, family)
    await tx.grants.remove(grant.id)
  }
}

/** When its app, or an account token that came from it, was last used; when it was made, if never. */
async function lastUse(tx: Transaction, { id, created_at, last_used_at }: Grant): Promise<string> {
  const made = await tx.tokens.list('grant', id)
  const uses = made.flatMap(token => (token.revoked_at === null ? [token.last_used_at ?? token.created_at] : []))
  return [created_at, last_used_at ?? '', ...uses].reduce((one, other) => (one < other ? other : one))
}

async function end(tx: Transaction, grant: Grant, person: Person, occasion: Occasion): Promise<void> {
  const ended = await revokeGrant(tx, grant, 'user', occasion.now)
  await recordEnded(tx, { ended, why: 'app_revoked', ...person }, occasion)
  const detail = { client: grant.client_name, revoked_tokens: ended.length, why: 'too_many' }
  await recordEvent(tx, { ...person, action: { tool: 'revoke_grant' }, target: grant.id, detail }, occasion)
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
