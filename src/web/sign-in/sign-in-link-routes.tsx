import { recordEvent } from '../../auth/audit/events.ts'
import { MAX_PASSKEYS } from '../../auth/passkeys/passkeys.ts'
import { supportsPasskeys } from '../../auth/passkeys/relying-party.ts'
import { hashSecret } from '../../auth/secrets.ts'
import {
  findSignInLink,
  redeemSignInLink,
  SIGN_IN_LINK_PATH,
  type SignInLinkFault,
  type SignInLinkLookup,
  type SignInLinkRefusal,
} from '../../auth/sign-in/sign-in-links.ts'
import type { ErrorCode } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { SignInLinkRecord } from '../../store/records/sign-in.ts'
import { ErrorDetails } from '../components/error-details.tsx'
import { getCommandLine } from '../format/command-line.ts'
import { Form } from '../forms/form.tsx'
import { rich, t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { newPasskeyPath } from '../passkeys/paths.ts'
import { auditContext } from '../requests/audit-context.ts'
import { isUserNavigation } from '../requests/navigation.ts'
import { type PageRequest, type Route, redirect, useRequest } from '../requests/page-request.ts'
import { beginSession, setSessionCookie } from '../sessions/begin.ts'
import { resolveSignInDestination } from './return-path.ts'

/** Steps of a task that the user began elsewhere, and that must not wait. */
const UNINTERRUPTED = ['/oauth/', '/device', '/account/passkeys']

/**
 * Returns the page after a sign-in by link: the one that creates a passkey and then opens `destination`, or `destination` itself. A user with a provider
 * needs no passkey. The user of the machine has a terminal for the next link, unless the server is elsewhere.
 */
async function offerPasskey(
  { services: { baseUrl, store } }: Pick<PageRequest, 'services'>,
  { user_id, confirm }: Pick<Frozen<SignInLinkRecord>, 'user_id' | 'confirm'>,
  destination: string,
): Promise<string> {
  if (!supportsPasskeys(baseUrl) || UNINTERRUPTED.some(path => destination.startsWith(path))) return destination
  if (!confirm && !baseUrl.startsWith('https:')) return destination
  const [identities, passkeys] = await Promise.all([
    store.read.identities.count('user', user_id),
    store.read.passkeys.count('user', user_id),
  ])
  // Users who need a link of the operator's have lost their passkeys.
  const isNeeded = identities === 0 && passkeys < (confirm ? MAX_PASSKEYS : 1)
  return isNeeded ? newPasskeyPath(destination) : destination
}

/** Asks before using a sign-in link that another user created, or that would end another user's session. */
function ConfirmSignInLinkPage({ handle, action }: { readonly handle: string; readonly action: string }) {
  const other = useRequest().signedIn?.user.handle
  return (
    <section class="card">
      <h1>{t('sign_in.link.confirm', { user: handle })}</h1>
      {other !== undefined && other !== handle ? (
        <p>{rich('sign_in.link.replaces', { other: <strong>{other}</strong>, name: other })}</p>
      ) : (
        <p>{rich('sign_in.link.signs_in', { user: <strong>{handle}</strong> })}</p>
      )}
      <Form action={action} class="actions">
        <button type="submit" class="button primary">
          {t('sign_in.link.confirm_page', { user: handle })}
        </button>
        <a class="button" href="/">
          {t('common.cancel')}
        </a>
      </Form>
    </section>
  )
}

/** The responses to a sign-in link that does not work. */
const SIGN_IN_LINK_FAULTS = {
  malformed: { status: 400, code: 'invalid_input' },
  gone: { status: 410, code: 'gone' },
  expired: { status: 410, code: 'gone' },
  suspended: { status: 403, code: 'forbidden' },
} as const satisfies Record<SignInLinkFault, { status: number; code: ErrorCode }>

/** Describes the fault of a sign-in link, and how to get a new one. */
function SignInLinkFaultPage({ fault }: { readonly fault: SignInLinkFault }) {
  return (
    <section class="card">
      <h1>{t(`sign_in.link.${fault}.title`)}</h1>
      <p>{t(`sign_in.link.${fault}.message`)}</p>
      {fault !== 'suspended' && (
        <p>
          {rich(fault === 'malformed' ? 'sign_in.link.copy_or_new' : 'sign_in.link.new', {
            command: <code>{getCommandLine(useRequest())('login-link')}</code>,
          })}
        </p>
      )}
      <ErrorDetails />
    </section>
  )
}

/** The one-time sign-in link. */
export const signInLinkRoute: Route = {
  path: `${SIGN_IN_LINK_PATH}:secret`,
  limit: 'login',
  get: async request => {
    const { services, incoming, signedIn } = request
    const found = await findSignInLink(getSecret(request), services.store.read, lookupContext(request))
    if (isAlreadySignedIn(request, found)) return redirectToDestination(request)
    if ('fault' in found) {
      if (isUserNavigation(incoming)) await noteRefusal(request, found)
      return sendFaultPage(request, found.fault)
    }
    const replaces = signedIn !== undefined && signedIn.user.id !== found.user.id
    if (!isUserNavigation(incoming) || found.link.confirm || replaces)
      return sendConfirmPage(request, found.user.handle)
    await signIn(request)
  },
  post: async request => signIn(request),
}

async function signIn(request: PageRequest): Promise<void> {
  const { services } = request
  const found = await services.store.transaction(tx =>
    redeemSignInLink(tx, getSecret(request), lookupContext(request), (user, isPromoted) =>
      beginSession(request, tx, user, 'link', { operator: user.operator, isPromoted }),
    ),
  )
  if ('begun' in found) {
    setSessionCookie(request, found.begun)
    const destination = resolveSignInDestination(request)
    return redirect(request, await offerPasskey(request, found.link, destination))
  }
  if (!isAlreadySignedIn(request, found)) {
    await noteRefusal(request, found)
    return sendFaultPage(request, found.fault)
  }
  redirectToDestination(request)
}

/** Records the attempt in the audit log of the link's user. Unknown links are not recorded: anyone could fill the log. */
async function noteRefusal(request: PageRequest, { fault: why, userId }: SignInLinkRefusal): Promise<void> {
  const { store } = request.services
  const person = userId === undefined ? undefined : await store.read.users.get(userId)
  if (person === undefined) return
  const event = {
    action: 'sign_in_refused',
    account: { id: person.account_id },
    target: person.handle,
    detail: { method: 'link', why },
  } as const
  await store.transaction(tx => recordEvent(tx, event, auditContext(request)))
}

/** Whether this browser is already signed in as the user of the link. */
function isAlreadySignedIn({ signedIn }: PageRequest, found: SignInLinkLookup): boolean {
  const userId = 'fault' in found ? found.userId : found.link.used && found.user.id
  return userId !== undefined && signedIn?.user.id === userId
}

const redirectToDestination = (request: PageRequest): void => redirect(request, resolveSignInDestination(request))

const lookupContext = ({ services, browser }: PageRequest) => ({ now: services.now(), browser: hashSecret(browser) })

const getSecret = ({ params }: PageRequest): string => params['secret'] ?? ''

function sendConfirmPage(request: PageRequest, handle: string): void {
  const action = `${SIGN_IN_LINK_PATH}${getSecret(request)}`
  sendPage(request, {
    title: t('sign_in.link.confirm_page', { user: handle }),
    body: <ConfirmSignInLinkPage handle={handle} action={action} />,
    isStep: true,
  })
}

function sendFaultPage(request: PageRequest, fault: SignInLinkFault): void {
  const { status, code } = SIGN_IN_LINK_FAULTS[fault]
  const title = t(`sign_in.link.${fault}.title`)
  request.noteError(code)
  sendPage(request, { title, status, body: <SignInLinkFaultPage fault={fault} />, isStep: true })
}
