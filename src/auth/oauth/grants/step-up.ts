import type { Frozen } from '../../../store/frozen.ts'
import type { GrantRecord } from '../../../store/records/authorization.ts'
import type { Store, Transaction } from '../../../store/store.ts'

type Grant = Frozen<GrantRecord>

/** How a call that lacks scopes of its grant is answered: by a challenge that a client acts on, or by a text that a model reads. */
export type StepUp = 'challenge' | 'text'

/** So long a refused call counts as asked for, where the owner adds scopes. */
const WANTED_MS = 15 * 60_000
/**
 * So long after a challenge the same want is answered by a text: who can step up has gone to do it, and for who cannot, or retries with the same
 * scopes, one more challenge would be the end of the connection.
 */
const CHALLENGED_MS = 2 * 60_000
/** What is wanted over and over is written no more often than this. */
const GRANULARITY_MS = 60_000

/** Notes what a call was refused for, durable before this resolves, and decides how to answer it. An agent that asks in a loop costs no writes. */
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

/** As `recordRefusal`, in a transaction. Of calls that come at once, one alone is challenged. */
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

/** The scopes that calls of a grant were lately refused for, the newest first. */
export const listWantedScopes = (grant: Grant, now: Date): readonly string[] =>
  grant.wanted
    .filter(({ at }) => isWithin(WANTED_MS, at, now))
    .map(({ scope }) => scope)
    .toReversed()

/** Whether a challenge would be in vain: the person said no, or there was one just now. */
function isChallengeFutile(grant: Grant, scope: string, now: Date): boolean {
  if (grant.denied.includes(scope)) return true
  return grant.wanted.some(one => one.scope === scope && isWithin(CHALLENGED_MS, one.challenged_at, now))
}

const isRecentlyRecorded = (grant: Grant, scope: string, now: Date): boolean =>
  grant.wanted.some(one => one.scope === scope && isWithin(GRANULARITY_MS, one.at, now))

const isWithin = (span: number, at: string, now: Date): boolean => now.getTime() - Date.parse(at) < span
