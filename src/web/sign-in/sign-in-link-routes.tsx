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
import { redirect } from '../requests/redirect.ts'
import type { Route, Visit } from '../requests/visit.ts'
import { beginSession, setSessionCookie } from '../sessions/begin.ts'
import { resolveSignInDestination } from './destination.ts'
import { ConfirmSignInLinkPage, SIGN_IN_LINK_FAULTS, SignInLinkFaultPage } from './sign-in-link-page.tsx'

/** The one-time sign-in link. */
export const signInLinkRoute: Route = {
  path: `${SIGN_IN_LINK_PATH}:secret`,
  limit: 'login',
  get: async visit => {
    const { services, request, signedIn } = visit
    const found = await findSignInLink(getSecret(visit), services.store.read, lookupContext(visit))
    if (isAlreadySignedIn(visit, found)) return redirectToDestination(visit)
    if ('fault' in found) {
      if (isUserNavigation(request)) await noteRefusal(visit, found)
      return sendFaultPage(visit, found.fault)
    }
    const replaces = signedIn !== undefined && signedIn.user.id !== found.user.id
    if (!isUserNavigation(request) || found.link.confirm || replaces) return sendConfirmPage(visit, found.user.handle)
    await signIn(visit)
  },
  post: async visit => signIn(visit),
}

async function signIn(visit: Visit): Promise<void> {
  const { services } = visit
  const found = await services.store.transaction(tx =>
    redeemSignInLink(tx, getSecret(visit), lookupContext(visit), (user, isPromoted) =>
      beginSession(visit, tx, user, 'link', { operator: user.operator, isPromoted }),
    ),
  )
  if ('begun' in found) {
    setSessionCookie(visit, found.begun)
    const destination = resolveSignInDestination(visit)
    return redirect(visit, await offerPasskey(visit, found.link, destination))
  }
  if (!isAlreadySignedIn(visit, found)) {
    await noteRefusal(visit, found)
    return sendFaultPage(visit, found.fault)
  }
  redirectToDestination(visit)
}

/** Records the attempt in the audit log of the link's user. Unknown links are not recorded: anyone could fill the log. */
async function noteRefusal(visit: Visit, { fault: why, userId }: SignInLinkRefusal): Promise<void> {
  const { store } = visit.services
  const person = userId === undefined ? undefined : await store.read.users.get(userId)
  if (person === undefined) return
  const event = {
    action: 'sign_in_refused',
    account: { id: person.account_id },
    target: person.handle,
    detail: { method: 'link', why },
  } as const
  await store.transaction(tx => recordEvent(tx, event, auditContext(visit)))
}

/** Whether this browser is already signed in as the user of the link. */
function isAlreadySignedIn({ signedIn }: Visit, found: SignInLinkLookup): boolean {
  const userId = 'fault' in found ? found.userId : found.link.used && found.user.id
  return userId !== undefined && signedIn?.user.id === userId
}

const redirectToDestination = (visit: Visit): void => redirect(visit, resolveSignInDestination(visit))

const lookupContext = ({ services, browser }: Visit) => ({ now: services.now(), browser: hashSecret(browser) })

const getSecret = ({ params }: Visit): string => params['secret'] ?? ''

function sendConfirmPage(visit: Visit, handle: string): void {
  const action = `${SIGN_IN_LINK_PATH}${getSecret(visit)}`
  sendPage(visit, {
    title: t('sign_in.link.confirm_page', { user: handle }),
    body: <ConfirmSignInLinkPage visit={visit} handle={handle} action={action} />,
    isStep: true,
  })
}

function sendFaultPage(visit: Visit, fault: SignInLinkFault): void {
  const { status, code } = SIGN_IN_LINK_FAULTS[fault]
  const title = t(`sign_in.link.${fault}.title`)
  visit.noteError(code)
  sendPage(visit, { title, status, body: <SignInLinkFaultPage visit={visit} fault={fault} />, isStep: true })
}
