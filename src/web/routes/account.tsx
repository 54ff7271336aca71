import { isExpired } from '../../auth/alive.ts'
import { endEverySession, endSession } from '../end-session.ts'
import { redirect, sendPage } from '../page.tsx'
import { Account } from '../pages/account.tsx'
import { SignedOut } from '../pages/signed-out.tsx'
import { requireSession } from '../require-session.ts'
import type { Route, Visit } from '../visit.ts'

/** More browsers than anybody looks through; signing out everywhere ends the others, too. */
const MOST_SESSIONS = 50

const account: Route = {
  path: '/account',
  get: async visit => {
    const signedIn = requireSession(visit)
    if (signedIn === undefined) return
    const { user } = signedIn
    const { read } = visit.services.store
    const [identities, sessions] = await Promise.all([
      read.identities.list('user', user.id),
      read.sessions.list('user', user.id),
    ])
    const newest = sessions
      .filter(({ expires_at }) => !isExpired(expires_at, visit.services.now()))
      .toSorted((one, other) => other.last_used_at.localeCompare(one.last_used_at))
      .toSorted((one, other) => Number(other.id === signedIn.session.id) - Number(one.id === signedIn.session.id))
      .slice(0, MOST_SESSIONS)
    const props = { visit, signedIn, identities, sessions: newest }
    sendPage(visit, {
      title: 'Your account',
      body: <Account {...props} />,
    })
  },
}

const endOne: Route = {
  path: '/account/sessions/end',
  post: async visit => {
    const signedIn = requireSession(visit)
    if (signedIn === undefined) return
    await endSession(visit, signedIn, visit.form.get('session') ?? '')
    redirect(visit, '/account')
  },
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
    sendSignedOut(visit, true)
  },
  // Pressed twice, or in a browser that somebody else's press has reached; or its session was over before, and then nothing was done.
  signedOut: async visit => sendSignedOut(visit, false),
}

/** Not a redirect: only who pressed the button is told that it worked. */
function sendSignedOut(visit: Visit, isEverywhere: boolean): void {
  const title = isEverywhere ? 'You are signed out everywhere' : 'You are signed out here'
  sendPage(
    { ...visit, signedIn: undefined, hasBrowserCookie: false },
    { title, body: <SignedOut {...{ title, isEverywhere }} /> },
  )
}

/** The page of a person, and what its forms do. */
export const ACCOUNT_ROUTES: readonly Route[] = [account, endOne, logout, logoutEverywhere]
