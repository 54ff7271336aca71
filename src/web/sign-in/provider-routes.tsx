import { recordEvent } from '../../auth/audit/events.ts'
import { toCustomerNetwork } from '../../auth/oauth/clients/limit.ts'
import { assertCredentialActive } from '../../auth/policy/active-credential.ts'
import { hashSecret } from '../../auth/secrets.ts'
import { admit, evaluateSignInRules, findUserByIdentity, linkIdentity } from '../../auth/sign-in/admit.ts'
import type { VerifiedIdentity } from '../../auth/sign-in/provider.ts'
import { findProvider, openProvider, providerLabel } from '../../auth/sign-in/providers.ts'
import type { SignInFault } from '../../auth/sign-in/sign-in-fault.ts'
import {
  consumeSignIn,
  deriveSignInSecrets,
  type FoundSignIn,
  findSignIn,
  rememberSignIn,
} from '../../auth/sign-in/sign-ins.ts'
import { findSession, type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import type { ProviderConfig } from '../../config.ts'
import { AppError } from '../../errors.ts'
import type { Transaction } from '../../store/store.ts'
import { t } from '../i18n/t.ts'
import { type NextLink, sendErrorPage } from '../layout/error-page.tsx'
import { PageError } from '../layout/page-error.ts'
import { getSignInInvitation } from '../members/saved-invitation.ts'
import { auditContext, recordOwnEvent } from '../requests/audit-context.ts'
import { localPath } from '../requests/local-path.ts'
import { type PageRequest, type Route, redirect } from '../requests/page-request.ts'
import { beginSession, setSessionCookie } from '../sessions/begin.ts'
import { requireSession } from '../sessions/require.ts'
import { describeSignInFault } from './fault-messages.ts'
import type { BegunSession, ProviderOutcome } from './provider-outcome.ts'
import { sendProviderRedirectPage } from './provider-redirect-page.tsx'
import { getReturnPath, resolveSignInDestination } from './return-path.ts'

/** The page on which a user adds a sign-in method, and to which they return. */
const ACCOUNT_PATH = '/account'
/** Limits the paths that anonymous users can store. A longer path is kept only in the browser's cookie. */
const MAX_STORED_PATH_LENGTH = 500

/** `/login/github`, `/login/gitlab`, `/login/oidc`: submitting the form redirects to the provider. */
export const providerRoute: Route = {
  path: '/login/:provider',
  postLimit: 'login',
  isStep: true,
  get: async request => {
    getConfiguredProvider(request)
    const next = localPath(request.query.get('next'))
    redirect(request, next === undefined ? '/login' : `/login?${new URLSearchParams({ next })}`)
  },
  post: beginSignIn,
}

/** The redirect URI for providers. */
export const providerCallbackRoute: Route = {
  path: '/login/:provider/callback',
  limit: 'login',
  hasSideEffects: true,
  isStep: true,
  get: finishSignIn,
}

async function beginSignIn(request: PageRequest): Promise<void> {
  const { services, form, signedIn, browser, address } = request
  const config = getConfiguredProvider(request)
  const isAdding = form.get('add') === '1'
  const now = services.now()
  const pressed = { button: t('sign_in.providers.add_button', { provider: providerLabel(config) }), page: ACCOUNT_PATH }
  if (isAdding && !requireSession(request, pressed)) return
  const id = services.newId()
  const begun = await openProvider(config, services.auth).begin(
    deriveSignInSecrets(browser, id),
    redirectUri(request, config),
  )
  if ('fault' in begun) {
    sendFaultPage(request, config, begun.fault)
    return
  }
  const userId = isAdding ? signedIn?.user.id : undefined
  const wanted = localPath(form.get('next')) ?? (isAdding ? ACCOUNT_PATH : '')
  const next = wanted.length > MAX_STORED_PATH_LENGTH ? '' : wanted
  const network = signedIn === undefined ? toCustomerNetwork(address) : undefined
  const fault = await services.store.transaction(async tx => {
    if (isAdding && !(await isStillSignedIn(signedIn, tx, now))) return { why: 'signed_out' } as const
    await rememberSignIn(tx, { id, provider: config, userId, next }, { browser, network, now })
    return undefined
  })
  if (fault !== undefined) {
    sendFaultPage(request, config, fault)
    return
  }
  sendProviderRedirectPage(request, { label: providerLabel(config), location: begun.location })
}

async function finishSignIn(request: PageRequest): Promise<void> {
  const { services, query, browser, providerClicks } = request
  const { store, now } = services
  const config = getConfiguredProvider(request)
  const click = { id: hashSecret([browser, config.kind, query].join(' ')), browser }
  const found = await findSignIn({ states: query.getAll('state'), browser, provider: config }, store.read, now())
  // Read after the lookup: if an earlier request used up the sign-in, its result is known by now.
  const first = await providerClicks.find(click)
  if (first !== undefined) return sendOutcome(request, config, await rejectEndedSession(first, request))
  if ('fault' in found) return sendFaultPage(request, config, found.fault)
  const outcome = await providerClicks.run(click, () => completeSignIn(request, config, found))
  await sendOutcome(request, config, await rejectEndedSession(outcome, request))
}

/** Verifies the identity at the provider, and signs the user in or adds the identity. */
async function completeSignIn(
  request: PageRequest,
  config: ProviderConfig,
  { signIn, secrets }: FoundSignIn,
): Promise<ProviderOutcome> {
  const { store, auth } = request.services
  if (!(await store.transaction(tx => consumeSignIn(tx, signIn.id)))) return { fault: { why: 'unknown_state' } }
  const answer = await openProvider(config, auth).finish(secrets, redirectUri(request, config), request.query)
  if ('fault' in answer) return answer
  const { identity } = answer
  const decide = signIn.user_id === undefined ? signInAs(signIn.next) : addIdentityTo(signIn.user_id)
  const decided = await store.transaction(tx => decide(request, tx, identity))
  return 'fault' in decided ? { ...decided, login: identity.login } : { ...decided, next: signIn.next }
}

/** Rejects a session that ended meanwhile: a user who signed out must not be signed in again. */
async function rejectEndedSession(
  outcome: ProviderOutcome,
  { services: { store, now } }: PageRequest,
): Promise<ProviderOutcome> {
  if ('fault' in outcome || outcome.begun === undefined) return outcome
  const session = await findSession(outcome.begun.value, store.read, now())
  return session === undefined ? { fault: { why: 'unknown_state' } } : outcome
}

async function sendOutcome(request: PageRequest, config: ProviderConfig, outcome: ProviderOutcome): Promise<void> {
  if ('fault' in outcome) return sendFaultPage(request, config, outcome.fault, outcome.login)
  if (outcome.begun !== undefined) setSessionCookie(request, outcome.begun)
  redirect(request, resolveSignInDestination(request, outcome.next))
}

/** Applies a verified identity, in one transaction with the audit event. */
type Decide = (request: PageRequest, tx: Transaction, identity: VerifiedIdentity) => Promise<Decided>

type Decided = { readonly fault: SignInFault } | { readonly begun: BegunSession | undefined }

const signInAs =
  (next: string): Decide =>
  async (request, tx, identity) => {
    const { now, newId, auth } = request.services
    const admitted = await admit(tx, identity, auth, { now: now(), newId }, getSignInInvitation(request, next))
    if ('refusal' in admitted) {
      await recordRefusal(request, tx, identity, admitted.refusal)
      return { fault: { why: admitted.refusal } }
    }
    if (admitted.isUnnamed) {
      request.services.log.warn(
        { user: admitted.user.handle, identity: identityName(identity) },
        'this user is still an operator, though DRAGOMAN_OPERATORS no longer names them',
      )
    }
    const { user, isNew, isPromoted = false, invitation } = admitted
    const detail = {
      identity: identityName(identity),
      new: isNew,
      isPromoted,
      next,
      ...(invitation !== undefined && { invited: true }),
    }
    const begun = await beginSession(request, tx, user, identity.provider, detail)
    if (invitation !== undefined) {
      const { id, role, account_id } = invitation
      const claimed = {
        action: 'invitation_claimed',
        account: { id: account_id },
        target: id,
        detail: { role },
      } as const
      await recordOwnEvent(request, tx, { user, session: begun.session }, claimed)
    }
    return { begun }
  }

const addIdentityTo =
  (userId: string): Decide =>
  async (request, tx, identity) => {
    const { now, newId, auth } = request.services
    const { signedIn } = request
    if (signedIn?.user.id !== userId || !(await isStillSignedIn(signedIn, tx, now())))
      return { fault: { why: 'signed_out' } }
    const { user } = signedIn
    // An identity that the rules do not allow to sign in is not added.
    const verdict = evaluateSignInRules(identity, { isKnown: true }, auth)
    const outcome =
      'refusal' in verdict ? verdict.refusal : await linkIdentity(tx, identity, user, { now: now(), newId })
    if (outcome === 'not_allowed' || outcome === 'not_invited' || outcome === 'of_someone_else') {
      await recordRefusal(request, tx, identity, outcome)
      return { fault: { why: outcome } }
    }
    if (outcome === 'had') return { begun: undefined }
    const [target, detail] = [identityName(identity), { login: identity.login }]
    await recordOwnEvent(request, tx, signedIn, { action: 'identity_added', target, detail })
    return { begun: undefined }
  }

/** Returns whether the session is still active. It may have ended since the request began, because the provider can be slow. */
async function isStillSignedIn(signedIn: SignedIn | undefined, tx: Transaction, now: Date): Promise<boolean> {
  if (signedIn === undefined) return false
  try {
    await assertCredentialActive(sessionPrincipal(signedIn), tx, now)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_token') return false
    throw error
  }
}

/** Records a rejected sign-in in the audit log of the identity's user, if there is one. */
async function recordRefusal(
  request: PageRequest,
  tx: Transaction,
  identity: VerifiedIdentity,
  why: SignInFault['why'],
) {
  const known = await findUserByIdentity(tx, identity)
  const event = {
    action: 'sign_in_refused',
    user: request.signedIn?.user,
    account: known && { id: known.account_id },
    target: identityName(identity),
    detail: { login: identity.login, why },
  } as const
  await recordEvent(tx, event, auditContext(request))
}

/** Formats an identity as in the operator's settings: `github:123`. */
const identityName = ({ provider, subject }: VerifiedIdentity): string => `${provider}:${subject}`

const redirectUri = ({ services }: PageRequest, { kind }: ProviderConfig): string =>
  `${services.baseUrl}/login/${kind}/callback`

function getConfiguredProvider({ services, params }: PageRequest): ProviderConfig {
  const found = findProvider(services, params['provider'] ?? '')
  if (found !== undefined) return found
  throw new PageError('not_found', t('sign_in.providers.unknown.message'), {
    fix: t('sign_in.providers.unknown.fix'),
  })
}

function sendFaultPage(request: PageRequest, config: ProviderConfig, fault: SignInFault, login?: string): void {
  request.services.log.warn(
    { provider: config.kind, request_id: request.requestId, ...fault },
    'signing in through a provider was refused',
  )
  const { nextLink, ...message } = describeSignInFault(fault, providerLabel(config), login)
  sendErrorPage(request, { ...message, nextLink: nextLink && withReturnPath(request, nextLink), isStep: true })
}

/** A link to the sign-in page that keeps the page to return to, such as the consent page of an app that waits. */
function withReturnPath(request: PageRequest, link: NextLink): NextLink {
  const next = getReturnPath(request)
  return next === undefined ? link : { ...link, href: `${link.href}?${new URLSearchParams({ next })}` }
}
