import { isExpired } from '../../auth/policy/active-credential.ts'
import { hashSecret } from '../../auth/secrets.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { InteractionRecord } from '../../store/records/authorization.ts'
import { setCookie } from '../requests/cookies.ts'
import { localPath } from '../requests/local-path.ts'
import type { Visit } from '../requests/visit.ts'
import { getReturnPath } from './return-path.ts'

/**
 * Where a browser goes once its person has signed in: to `next` (a path of ours, else it counts as absent), to the page that the sign-in page was asked
 * for, to the client that waits for consent, or to the start page.
 */
export async function resolveSignInDestination(visit: Visit, next?: string): Promise<string> {
  const wanted = localPath(next) ?? getReturnPath(visit)
  setCookie(visit.response, 'next', '', { baseUrl: visit.services.baseUrl, seconds: 0 })
  if (wanted !== undefined) return wanted
  const interaction = await findPendingInteraction(visit)
  return interaction === undefined ? '/' : `/oauth/consent/${interaction.id}`
}

/** The newest authorization request that waits in this browser for its person. */
export async function findPendingInteraction({
  services: { store, now },
  browser,
}: Visit): Promise<Frozen<InteractionRecord> | undefined> {
  const here = await store.read.interactions.list('browser', hashSecret(browser))
  return here.findLast(({ answered, expires_at }) => answered === undefined && !isExpired(expires_at, now()))
}
