import { z } from 'zod'
import { isExpired } from '../../auth/alive.ts'
import type { SignedIn } from '../../auth/sessions.ts'
import { AppError } from '../../errors.ts'
import { getAccount } from '../../tools/people/get-account.ts'
import { getUser } from '../../tools/people/get-user.ts'
import { updateUser } from '../../tools/people/update-user.ts'
import { UserView } from '../../tools/people/user-shape.ts'
import { NearLimits } from '../../tools/quota/quota-view.ts'
import { attempt, type FormFailure } from '../attempt.ts'
import { callTool } from '../call-tool.ts'
import { endEverySession, endSession } from '../end-session.ts'
import { sendPage } from '../page.tsx'
import { AccountPage } from '../pages/account.tsx'
import { SignedOutPage } from '../pages/signed-out.tsx'
import { redirect } from '../redirect.ts'
import { findRemovedIdentity } from '../removed-identity.ts'
import { withSession } from '../require-session.ts'
import type { Route, Visit } from '../visit.ts'

/** More browsers than anybody looks through; signing out everywhere ends the others, too. */
const MAX_SESSIONS = 50

const account: Route = {
  path: '/account',
  get: withSession(sendAccountPage),
  post: withSession(async (visit, signedIn) => {
    const { form } = visit
    const setting = form.get('setting')
    const change = setting === null || !Object.hasOwn(CHANGES, setting) ? undefined : CHANGES[setting]?.(form)
    if (change === undefined) {
      throw new AppError('invalid_input', 'This form says nothing of what it is to change.', {
        fix: 'Load the page again.',
      })
    }
    const failure = await attempt(visit, ['name'], () =>
      callTool(visit, signedIn, { tool: updateUser, input: change, shape: UserView }),
    )
    if (failure === undefined) redirect(visit, `/account?saved=${setting}`)
    else await sendAccountPage(visit, signedIn, failure)
  }),
}

/** What each form of the profile changes: a page that was loaded long ago changes nothing else. */
const CHANGES: Readonly<Record<string, (form: URLSearchParams) => object>> = {
  name: form => ({ name: form.get('name') ?? '' }),
  visibility: form => ({ public: form.get('public') === 'yes' }),
}

const OwnAccount = z.object({ quota: NearLimits })

async function sendAccountPage(visit: Visit, signedIn: SignedIn, failure?: FormFailure): Promise<void> {
  const { user } = signedIn
  const { read } = visit.services.store
  const [identities, sessions, view, { quota }] = await Promise.all([
    read.identities.list('user', user.id),
    read.sessions.list('user', user.id),
    callTool(visit, signedIn, { tool: getUser, input: {}, shape: UserView }),
    callTool(visit, signedIn, { tool: getAccount, input: { account: user.handle }, shape: OwnAccount }),
  ])
  const newest = sessions
    .filter(({ expires_at }) => !isExpired(expires_at, visit.services.now()))
    .toSorted((one, other) => other.last_used_at.localeCompare(one.last_used_at))
    .toSorted((one, other) => Number(other.id === signedIn.session.id) - Number(one.id === signedIn.session.id))
    .slice(0, MAX_SESSIONS)
  const profile = { name: visit.form.get('name') ?? view.name, public: view.account.public }
  const saved = visit.query.get('saved') ?? undefined
  const removed = visit.query.has('removed') ? await findRemovedIdentity(visit, signedIn, identities) : undefined
  const props = { visit, signedIn, identities, sessions: newest, profile, failure, saved, removed, quota }
  const title = failure === undefined ? 'Your account' : 'Error: Your account'
  sendPage(visit, { title, status: failure?.status ?? 200, body: <AccountPage {...props} /> })
}

const endSessionRoute: Route = {
  path: '/account/sessions/end',
  post: withSession(async (visit, signedIn) => {
    await endSession(visit, signedIn, visit.form.get('session') ?? '')
    redirect(visit, '/account')
  }),
}

const logout: Route = {
  path: '/logout',
  post: async visit => {
    const { signedIn } = visit
    if (signedIn !== undefined) await endSession(visit, signedIn, signedIn.session.id)
    redirect(visit, '/')
  },
  signedOut: async visit => redirect(visit, '/'),
}

const logoutEverywhere: Route = {
  path: '/logout/everywhere',
  post: async visit => {
    const { signedIn } = visit
    if (signedIn !== undefined) await endEverySession(visit, signedIn)
    sendSignedOutPage(visit, true)
  },
  // Pressed twice, or in a browser that somebody else's press has reached; or its session was over before, and then nothing was done.
  signedOut: async visit => sendSignedOutPage(visit, false),
}

/** Not a redirect: only who pressed the button is told that it worked. */
function sendSignedOutPage(visit: Visit, isEverywhere: boolean): void {
  const title = isEverywhere ? 'You are signed out everywhere' : 'You are signed out here'
  sendPage(
    { ...visit, signedIn: undefined, hasBrowserCookie: false },
    { title, body: <SignedOutPage {...{ title, isEverywhere }} /> },
  )
}

/** The page of a person, and what its forms do. */
export const ACCOUNT_ROUTES: readonly Route[] = [account, endSessionRoute, logout, logoutEverywhere]
