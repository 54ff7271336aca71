import { assertAlive } from '../auth/alive.ts'
import { repeatConsent } from '../auth/oauth/answer-consent.ts'
import type { Asked } from '../auth/oauth/authorization-request.ts'
import { isRemembered } from '../auth/oauth/consent.ts'
import { findGrant } from '../auth/oauth/grants.ts'
import { issueCode } from '../auth/oauth/issue-code.ts'
import type { SecretValue } from '../auth/secrets.ts'
import { sessionPrincipal } from '../auth/sessions.ts'
import type { ClientRecord } from '../store/records/authorization.ts'
import type { Frozen, Transaction } from '../store/store.ts'
import { occasionOf } from './occasion.ts'
import type { Visit } from './visit.ts'

/** A code without a page, where the person of this browser answered the same before; undefined = they have to be asked. `keep` runs in its transaction. */
export async function codeFromMemory(
  visit: Visit,
  client: Frozen<ClientRecord>,
  asked: Asked,
  keep?: (tx: Transaction, answer: { readonly code: SecretValue }) => Promise<void>,
): Promise<SecretValue | undefined> {
  const { signedIn, services } = visit
  const { store, now, newId, auth } = services
  if (signedIn === undefined) return undefined
  if (!isRemembered(asked, client, await findGrant(store.read, signedIn.user.id, client.id))) return undefined
  return store.transaction(async tx => {
    await assertAlive(sessionPrincipal(signedIn), tx, now())
    const grant = await repeatConsent(tx, client, asked, signedIn, occasionOf(visit))
    if (grant === undefined) return undefined
    const code = await issueCode(tx, { asked, grant }, { now: now(), newId, lifetimes: auth.lifetimes })
    await keep?.(tx, { code })
    return code
  })
}
