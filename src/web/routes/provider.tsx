import { assertAlive } from '../../auth/alive.ts'
import { recordEvent } from '../../auth/audit.ts'
import { admit, judge, link, personOf } from '../../auth/identity/admit.ts'
import type { SignInFault } from '../../auth/identity/fault.ts'
import type { ProvenPerson } from '../../auth/identity/provider.ts'
import { findProvider, openProvider, providerLabel } from '../../auth/identity/providers.ts'
import { type FoundSignIn, findSignIn, rememberSignIn, secretsOf, takeSignIn } from '../../auth/identity/sign-ins.ts'
import { customerOf } from '../../auth/oauth/client-cap.ts'
import { hashSecret } from '../../auth/secrets.ts'
import { findSession, type SignedIn, sessionCredential, sessionPrincipal } from '../../auth/sessions.ts'
import type { ProviderConfig } from '../../config.ts'
import { AppError } from '../../errors.ts'
import type { Transaction } from '../../store/store.ts'
import { afterSignIn } from '../after-sign-in.ts'
import { beginSession, giveSession } from '../begin-session.ts'
import { handedInvitation } from '../kept-invitation.ts'
import { localPath } from '../local-path.ts'
import { occasionOf } from '../occasion.ts'
import { sendErrorPage } from '../pages/error.tsx'
import { sendOn } from '../pages/on-to-provider.tsx'
import type { BegunSession, ProviderOutcome } from '../provider-outcome.ts'
import { redirect } from '../redirect.ts'
import { requireFreshSession } from '../require-session.ts'
import { wordsOf } from '../sign-in-fault.ts'
import type { Route, Visit } from '../visit.ts'

/** Where a person adds a way to sign in, and comes back to. */
const ACCOUNT = '/account'
/** Strangers have paths kept in the store; one that is longer is kept by the cookie of the browser alone. */
const LONGEST_KEPT = 500

/** `/login/github`, `/login/gitlab`, `/login/oidc`: its form leads to the provider. */
export const providerRoute: Route = {
  path: '/login/:provider',
  postLimit: 'login',
  isStep: true,
  get: async visit => {
    configured(visit)
    const next = localPath(visit.query.get('next'))
    redirect(visit, next === undefined ? '/login' : `/login?${new URLSearchParams({ next })}`)
  },
  post: begin,
}

/** Where the provider sends the browser back to. */
export const providerCallbackRoute: Route = {
  path: '/login/:provider/callback',
  limit: 'login',
  isDeed: true,
  isStep: true,
  get: finish,
}

async function begin(visit: Visit): Promise<void> {
  const { services, form, signedIn, browser, address } = visit
  const config = configured(visit)
  const isAdding = form.get('add') === '1'
  const now = services.now()
  const pressed = { button: `“Add ${providerLabel(config)}”`, page: ACCOUNT }
  if (isAdding && requireFreshSession(visit, pressed) === undefined) return
  const id = services.newId()
  const begun = await openProvider(config, services.auth).begin(secretsOf(browser, id), redirectUri(visit, config))
  if ('fault' in begun) {
    refuse(visit, config, begun.fault)
    return
  }
  const userId = isAdding ? signedIn?.user.id : undefined
  const wanted = localPath(form.get('next')) ?? (isAdding ? ACCOUNT : '')
  const next = wanted.length > LONGEST_KEPT ? '' : wanted
  const network = signedIn === undefined ? customerOf(address) : undefined
  const fault = await services.store.transaction(async tx => {
    if (isAdding && !(await isStill(signedIn, tx, now))) return { why: 'signed_out' } as const
    await rememberSignIn(tx, { id, provider: config, userId, next }, { browser, network, now })
    return undefined
  })
  if (fault !== undefined) {
    refuse(visit, config, fault)
    return
  }
  sendOn(visit, { label: providerLabel(config), location: begun.location })
}

async function finish(visit: Visit): Promise<void> {
  const { services, query, browser, providerClicks } = visit
  const { store, now } = services
  const config = configured(visit)
  const click = hashSecret([browser, config.kind, query].join(' '))
  const found = await findSignIn({ states: query.getAll('state'), browser, provider: config }, store.read, now())
  // Asked after the look-up: whatever took the sign-in away before is known by now.
  const first = providerClicks.first(click)
  if (first !== undefined) return conclude(visit, config, await stillGood(await first, visit))
  if ('fault' in found) return refuse(visit, config, found.fault)
  await conclude(visit, config, await providerClicks.begin(click, () => settle(visit, config, found)))
}

/** Asks the provider who came back, and decides about them. */
async function settle(
  visit: Visit,
  config: ProviderConfig,
  { signIn, secrets }: FoundSignIn,
): Promise<ProviderOutcome> {
  const { store, auth } = visit.services
  if (!(await store.transaction(tx => takeSignIn(tx, signIn.id)))) return { fault: { why: 'unknown_state' } }
  const answer = await openProvider(config, auth).finish(secrets, redirectUri(visit, config), visit.query)
  if ('fault' in answer) return answer
  const { person } = answer
  const decide = signIn.user_id === undefined ? signInAs(signIn.next) : addTo(signIn.user_id)
  const decided = await store.transaction(tx => decide(visit, tx, person))
  return 'fault' in decided ? { ...decided, login: person.login } : { ...decided, next: signIn.next }
}

/** Who signed out meanwhile did not mean this browser to be signed in again. */
async function stillGood(outcome: ProviderOutcome, { services: { store, now } }: Visit): Promise<ProviderOutcome> {
  if ('fault' in outcome || outcome.begun === undefined) return outcome
  const session = await findSession(outcome.begun.value, store.read, now())
  return session === undefined ? { fault: { why: 'unknown_state' } } : outcome
}

async function conclude(visit: Visit, config: ProviderConfig, outcome: ProviderOutcome): Promise<void> {
  if ('fault' in outcome) return refuse(visit, config, outcome.fault, outcome.login)
  if (outcome.begun !== undefined) giveSession(visit, outcome.begun)
  redirect(visit, await afterSignIn(visit, outcome.next))
}

/** What is decided about a proven person, in one transaction with what the audit log says of it. */
type Decide = (visit: Visit, tx: Transaction, person: ProvenPerson) => Promise<Decided>

type Decided = { readonly fault: SignInFault } | { readonly begun: BegunSession | undefined }

const signInAs =
  (next: string): Decide =>
  async (visit, tx, person) => {
    const { now, newId, auth } = visit.services
    const admitted = await admit(tx, person, auth, { now: now(), newId }, handedInvitation(visit, next))
    if ('refusal' in admitted) {
      await noteRefusal(visit, tx, person, admitted.refusal)
      return { fault: { why: admitted.refusal } }
    }
    if (admitted.isUnnamed) {
      visit.services.log.warn(
        { user: admitted.user.handle, identity: nameOf(person) },
        'DRAGOMAN_OPERATORS made this person an operator and does not name them any more: they are still one',
      )
    }
    const { user, isNew, isPromoted = false, invitation } = admitted
    const detail = {
      identity: nameOf(person),
      new: isNew,
      isPromoted,
      next,
      ...(invitation !== undefined && { invited: true }),
    }
    const begun = await beginSession(visit, tx, user, person.provider, detail)
    if (invitation !== undefined) {
      const credential = sessionCredential(begun.session)
      const { id, role, account_id } = invitation
      await recordEvent(
        tx,
        { action: 'invitation_claimed', user, credential, account: { id: account_id }, target: id, detail: { role } },
        occasionOf(visit),
      )
    }
    return { begun }
  }

const addTo =
  (userId: string): Decide =>
  async (visit, tx, person) => {
    const { now, newId, auth } = visit.services
    const { signedIn } = visit
    if (signedIn?.user.id !== userId || !(await isStill(signedIn, tx, now()))) return { fault: { why: 'signed_out' } }
    const { user, session } = signedIn
    // What could not be used to sign in is not added.
    const verdict = judge(person, { isKnown: true }, auth)
    const outcome = 'refusal' in verdict ? verdict.refusal : await link(tx, person, user, { now: now(), newId })
    if (outcome === 'not_allowed' || outcome === 'not_invited' || outcome === 'of_someone_else') {
      await noteRefusal(visit, tx, person, outcome)
      return { fault: { why: outcome } }
    }
    if (outcome === 'had') return { begun: undefined }
    const credential = sessionCredential(session)
    const target = nameOf(person)
    await recordEvent(
      tx,
      { action: 'identity_added', user, credential, target, detail: { login: person.login } },
      occasionOf(visit),
    )
    return { begun: undefined }
  }

/** Whether the session was not ended since the request began: the provider may take its time, and "sign out everywhere" be faster. */
async function isStill(signedIn: SignedIn | undefined, tx: Transaction, now: Date): Promise<boolean> {
  if (signedIn === undefined) return false
  try {
    await assertAlive(sessionPrincipal(signedIn), tx, now)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_token') return false
    throw error
  }
}

/** In the log of the person whose identity it is, where there is one. */
async function noteRefusal(visit: Visit, tx: Transaction, person: ProvenPerson, why: SignInFault['why']) {
  const known = await personOf(tx, person)
  const event = {
    action: 'sign_in_refused',
    user: visit.signedIn?.user,
    account: known && { id: known.account_id },
    target: nameOf(person),
    detail: { login: person.login, why },
  } as const
  await recordEvent(tx, event, occasionOf(visit))
}

/** `github:123`, as the operator's variables name people. */
const nameOf = ({ provider, subject }: ProvenPerson): string => `${provider}:${subject}`

const redirectUri = ({ services }: Visit, { kind }: ProviderConfig): string =>
  `${services.baseUrl}/login/${kind}/callback`

function configured({ services, params }: Visit): ProviderConfig {
  const found = findProvider(services, params['provider'] ?? '')
  if (found !== undefined) return found
  throw new AppError('not_found', 'Nobody signs in here in this way.', { fix: 'Open the sign-in page at /login.' })
}

function refuse(visit: Visit, config: ProviderConfig, fault: SignInFault, login?: string): void {
  visit.services.log.warn(
    { provider: config.kind, request_id: visit.requestId, ...fault },
    'signing in through a provider was refused',
  )
  sendErrorPage(visit, { ...wordsOf(fault, providerLabel(config), login), isStep: true })
}
