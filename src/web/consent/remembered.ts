import { applyRememberedConsent } from '../../auth/oauth/authorize/answer-consent.ts'
import { isRemembered } from '../../auth/oauth/authorize/consent.ts'
import { findInteraction, type Interaction } from '../../auth/oauth/authorize/interactions.ts'
import { issueCode } from '../../auth/oauth/authorize/issue-code.ts'
import type { AuthorizationRequest } from '../../auth/oauth/authorize/request.ts'
import { saveResponse } from '../../auth/oauth/authorize/saved-response.ts'
import { findGrant } from '../../auth/oauth/grants/lifecycle.ts'
import { assertCredentialActive } from '../../auth/policy/active-credential.ts'
import type { SecretValue } from '../../auth/secrets.ts'
import { type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord } from '../../store/records/authorization.ts'
import type { Transaction } from '../../store/store.ts'
import { auditContext } from '../requests/audit-context.ts'
import type { PageRequest } from '../requests/page-request.ts'

type Client = Frozen<ClientRecord>

/** Issues a code without a page if the user of this browser has approved the same request before; undefined if the user must be asked. */
export async function issueRememberedCode(
  request: PageRequest,
  client: Client,
  requested: AuthorizationRequest,
): Promise<SecretValue | undefined> {
  const { store, now } = request.services
  const signedIn = await findRememberedUser(request, client, requested)
  if (signedIn === undefined) return undefined
  return store.transaction(async tx => {
    await assertCredentialActive(sessionPrincipal(signedIn), tx, now())
    return issueRepeatCode(tx, request, { client, requested, signedIn })
  })
}

/** Answers a pending request without its page, if the user has approved the same before or another tab answered it; undefined if it has ended. */
export async function answerFromRememberedConsent(
  request: PageRequest,
  client: Client,
  interaction: Interaction,
): Promise<Interaction | undefined> {
  const { browser, services } = request
  const { store, now } = services
  const signedIn = await findRememberedUser(request, client, interaction)
  if (signedIn === undefined) return interaction
  return store.transaction(async tx => {
    await assertCredentialActive(sessionPrincipal(signedIn), tx, now())
    // Tabs that a browser restores send their requests at once, and all find it open: the first answer applies to all.
    const current = await findInteraction(tx, interaction.id, browser, now())
    if (current === undefined || current.answered !== undefined) return current
    const code = await issueRepeatCode(tx, request, { client, requested: current, signedIn })
    return code === undefined
      ? current
      : saveResponse(tx, current, { code }, { browser, userId: signedIn.user.id }, now())
  })
}

/** The user of this browser, if they approved the same request before. */
async function findRememberedUser(
  { signedIn, services: { store } }: PageRequest,
  client: Client,
  requested: AuthorizationRequest,
): Promise<SignedIn | undefined> {
  if (signedIn === undefined) return undefined
  return isRemembered(requested, client, await findGrant(store.read, signedIn.user.id, client.id))
    ? signedIn
    : undefined
}

interface RememberedRequest {
  readonly client: Client
  readonly requested: AuthorizationRequest
  readonly signedIn: SignedIn
}

async function issueRepeatCode(
  tx: Transaction,
  request: PageRequest,
  { client, requested, signedIn }: RememberedRequest,
): Promise<SecretValue | undefined> {
  const { now, newId, auth } = request.services
  const grant = await applyRememberedConsent(tx, client, requested, signedIn, auditContext(request))
  return grant && issueCode(tx, { requested, grant }, { now: now(), newId, lifetimes: auth.lifetimes })
}
