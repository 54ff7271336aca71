import { z } from 'zod'
import { isExpired } from '../../auth/policy/active-credential.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { IdentityRecord } from '../../store/records/sign-in.ts'
import { getAccount } from '../../tools/accounts/read-accounts.ts'
import { listAuditEvents } from '../../tools/audit/list-audit-events.ts'
import { NearLimits } from '../../tools/quota/view.ts'
import { getUser, UserView, updateUser } from '../../tools/users/profile.ts'
import { ButtonLink } from '../components/button.tsx'
import { type FormFailure, formRoute } from '../forms/form-route.ts'
import { t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import { sendPage } from '../layout/send-page.tsx'
import {
  callTool,
  isSignedIn,
  type PageRequest,
  type Route,
  redirect,
  type SignedInRequest,
} from '../requests/page-request.ts'
import { endEverySession, endSession } from '../sessions/end.ts'
import { withSession } from '../sessions/require.ts'
import { AccountPage } from './account-page.tsx'

/** Maximum number of sessions in the list. Signing out everywhere ends the others, too. */
const MAX_SESSIONS = 50

const account = formRoute({
  path: '/account',
  read: ({ form }) => {
    const setting = form.get('setting') ?? ''
    const input = Object.hasOwn(CHANGES, setting) ? CHANGES[setting]?.(form) : undefined
    if (input !== undefined) return { setting, input }
    throw new PageError('invalid_input', t('account.no_setting'), { fix: t('common.reload_and_retry') })
  },
  show: (request, refused) => sendAccountPage(request, refused?.failure),
  fields: ['name'],
  submit: (request, { input }) => callTool(request, { tool: updateUser, input, shape: UserView }),
  next: (_, { sent: { setting } }) => `/account?saved=${setting}`,
})

/** The input of each form. A form of an outdated page can change nothing else. */
const CHANGES: Readonly<Record<string, (form: URLSearchParams) => object>> = {
  name: form => ({ name: form.get('name') ?? '' }),
  visibility: form => ({ public: form.get('public') === 'yes' }),
}

const OwnAccount = z.object({ quota: NearLimits })

async function sendAccountPage(request: SignedInRequest, failure?: FormFailure): Promise<void> {
  const { user } = request.signedIn
  const { read } = request.services.store
  const [identities, passkeys, sessions, view, { quota }] = await Promise.all([
    read.identities.list('user', user.id),
    read.passkeys.list('user', user.id),
    read.sessions.list('user', user.id),
    callTool(request, { tool: getUser, input: {}, shape: UserView }),
    callTool(request, { tool: getAccount, input: { account: user.handle }, shape: OwnAccount }),
  ])
  const newest = sessions
    .filter(({ expires_at }) => !isExpired(expires_at, request.services.now()))
    .toSorted((one, other) => other.last_used_at.localeCompare(one.last_used_at))
    .toSorted(
      (one, other) => Number(other.id === request.signedIn.session.id) - Number(one.id === request.signedIn.session.id),
    )
    .slice(0, MAX_SESSIONS)
  const profile = { name: request.form.get('name') ?? view.name, public: view.account.public }
  const saved = request.query.get('saved') ?? undefined
  const removed = request.query.has('removed') ? await findRemovedIdentity(request, identities) : undefined
  const props = { request, identities, passkeys, sessions: newest, profile, failure, saved, removed, quota }
  const title = failure === undefined ? t('account.title') : t('common.error_title', { title: t('account.title') })
  sendPage(request, { title, status: failure?.status ?? 200, body: <AccountPage {...props} /> })
}

const endSessionRoute: Route = {
  path: '/account/sessions/end',
  post: withSession(async request => {
    await endSession(request, request.form.get('session') ?? '')
    redirect(request, '/account')
  }),
}

const logout: Route = {
  path: '/logout',
  post: async request => {
    if (isSignedIn(request)) await endSession(request, request.signedIn.session.id)
    redirect(request, '/')
  },
  signedOut: async request => redirect(request, '/'),
}

const logoutEverywhere: Route = {
  path: '/logout/everywhere',
  post: async request => {
    if (isSignedIn(request)) await endEverySession(request)
    sendSignedOutPage(request, true)
  },
  // Nothing to do after a second click, or for a session that has ended already.
  signedOut: async request => sendSignedOutPage(request, false),
}

/** Sends a page instead of a redirect: only the response to the form proves that it worked. */
function sendSignedOutPage(request: PageRequest, isEverywhere: boolean): void {
  const title = isEverywhere ? t('account.signed_out.everywhere') : t('account.signed_out.here')
  sendPage(
    { ...request, signedIn: undefined, hasBrowserCookie: false },
    { title, body: <SignedOutPage {...{ title, isEverywhere }} /> },
  )
}

/** The account settings and their forms. */
export const ACCOUNT_ROUTES: readonly Route[] = [account, endSessionRoute, logout, logoutEverywhere]

const RemovalEvent = z.object({ target: z.string(), detail: z.object({ login: z.string() }) })

/** Finds the login of the sign-in method that was removed last, unless it was added again. */
async function findRemovedIdentity(
  request: SignedInRequest,
  identities: readonly Frozen<IdentityRecord>[],
): Promise<string | undefined> {
  const input = { action: 'identity_removed', limit: 1 }
  const shape = z.object({ events: z.array(RemovalEvent) })
  const [event] = (await callTool(request, { tool: listAuditEvents, input, shape })).events
  const isBack = identities.some(({ provider, subject }) => `${provider}:${subject}` === event?.target)
  return isBack ? undefined : event?.detail.login
}

interface SignedOutPageProps {
  readonly title: string
  /** Whether this request ended every session; false when the session had already ended. */
  readonly isEverywhere: boolean
}

function SignedOutPage({ title, isEverywhere }: SignedOutPageProps) {
  return (
    <section class="card">
      <h1>{title}</h1>
      {isEverywhere ? <p>{t('sign_in.signed_out.everywhere')}</p> : <p>{t('sign_in.signed_out.maybe')}</p>}
      <div class="actions">
        <ButtonLink href="/login" look="primary">
          {t('common.sign_in')}
        </ButtonLink>
        <ButtonLink href="/">{t('sign_in.signed_out.start_page')}</ButtonLink>
      </div>
    </section>
  )
}
