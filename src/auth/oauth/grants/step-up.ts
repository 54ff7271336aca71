import type { Frozen } from '../../../store/frozen.ts'
import type { GrantRecord } from '../../../store/records/authorization.ts'
import type { Store, Transaction } from '../../../store/store.ts'

type Grant = Frozen<GrantRecord>

/** The reply to a call that lacks scopes: a challenge for the client, or a text for the model. */
export type StepUp = 'challenge' | 'text'

/** Time that the page for adding scopes offers the scopes of a rejected call. */
const WANTED_MS = 15 * 60_000
/**
 * Time after a challenge in which the same missing scope returns a text. Clients that can step up are doing so; in others, a second challenge would end the
 * connection.
 */
const CHALLENGED_MS = 2 * 60_000
/** Minimum time between two writes for the same missing scope. */
const GRANULARITY_MS = 60_000

/** Records the missing scopes of a call durably, and decides how to reply. A loop of the same call writes at most once a minute. */
export async function noteRefusal(
  store: Store,
  grantId: string,
  scopes: readonly string[],
  now: Date,
): Promise<StepUp> {
  const known = await store.read.grants.get(grantId)
  if (
    known !== undefined &&
    scopes.every(scope => isChallengeFutile(known, scope, now) && isRecentlyRecorded(known, scope, now))
  )
    return 'text'
  return store.transaction(tx => noteWanted(tx, grantId, scopes, now))
}

/** `noteRefusal` in a transaction. Of concurrent calls, only one is challenged. */
export async function noteWanted(
  tx: Transaction,
  grantId: string,
  scopes: readonly string[],
  now: Date,
): Promise<StepUp> {
  const grant = await tx.grants.get(grantId)
  if (grant === undefined || grant.revoked_at !== null) return 'text'
  const at = now.toISOString()
  const noted = scopes.map(scope => {
    const challenged_at = grant.wanted.find(one => one.scope === scope)?.challenged_at
    const isOpen = challenged_at !== undefined && isWithin(CHALLENGED_MS, challenged_at, now)
    return { scope, at, challenged_at: isOpen ? challenged_at : at }
  })
  const others = grant.wanted.filter(one => !scopes.includes(one.scope) && isWithin(WANTED_MS, one.at, now))
  await tx.grants.put({ ...grant, wanted: [...others, ...noted] })
  return scopes.every(scope => isChallengeFutile(grant, scope, now)) ? 'text' : 'challenge'
}

/** Lists the scopes that calls of a grant recently lacked, newest first. */
export const listWantedScopes = (grant: Grant, now: Date): readonly string[] =>
  grant.wanted
    .filter(({ at }) => isWithin(WANTED_MS, at, now))
    .map(({ scope }) => scope)
    .toReversed()

/** Returns whether a challenge is pointless: the user denied the scope, or there was a challenge just now. */
function isChallengeFutile(grant: Grant, scope: string, now: Date): boolean {
  if (grant.denied.includes(scope)) return true
  return grant.wanted.some(one => one.scope === scope && isWithin(CHALLENGED_MS, one.challenged_at, now))
}

const isRecentlyRecorded = (grant: Grant, scope: string, now: Date): boolean =>
  grant.wanted.some(one => one.scope === scope && isWithin(GRANULARITY_MS, one.at, now))

const isWithin = (span: number, at: string, now: Date): boolean => now.getTime() - Date.parse(at) < span
