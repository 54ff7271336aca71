import { recordEvent } from '../../auth/audit/events.ts'
import { hashSecret } from '../../auth/secrets.ts'
import {
  findSignInLink,
  redeemSignInLink,
  SIGN_IN_LINK_PATH,
  type SignInLinkFault,
  type SignInLinkLookup,
  type SignInLinkRefusal,
} from '../../auth/sign-in/sign-in-links.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { offerPasskey } from '../passkeys/offer.ts'
import { auditContext } from '../requests/audit-context.ts'
import { isUserNavigation } from '../requests/navigation.ts'
import type { PageRequest, Route } from '../requests/page-request.ts'
import { redirect } from '../requests/redirect.ts'
import { beginSession, setSessionCookie } from '../sessions/begin.ts'
import { resolveSignInDestination } from './destination.ts'
import { ConfirmSignInLinkPage, SIGN_IN_LINK_FAULTS, SignInLinkFaultPage } from './sign-in-link-page.tsx'

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
    body: <ConfirmSignInLinkPage request={request} handle={handle} action={action} />,
    isStep: true,
  })
}

function sendFaultPage(request: PageRequest, fault: SignInLinkFault): void {
  const { status, code } = SIGN_IN_LINK_FAULTS[fault]
  const title = t(`sign_in.link.${fault}.title`)
  request.noteError(code)
  sendPage(request, { title, status, body: <SignInLinkFaultPage request={request} fault={fault} />, isStep: true })
}
