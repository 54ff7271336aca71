import { isToldOf } from '../../auth/oauth/theft-notice.ts'
import { type SignedIn, sessionPrincipal } from '../../auth/sessions.ts'
import type { Reader } from '../../store/store.ts'
import type { Call } from '../../tools/call.ts'
import { revokeGrant } from '../../tools/grants/revoke-grant.ts'
import { shown } from '../../tools/shown.ts'
import { appOf, ownLiveGrant } from '../own-app.ts'
import { redirect, sendPage } from '../page.tsx'
import { AppDetails } from '../pages/app.tsx'
import { Apps, type Theft } from '../pages/apps.tsx'
import { requireSession } from '../require-session.ts'
import type { Route, Visit } from '../visit.ts'

/** More apps than anybody looks through. */
const MOST_APPS = 200
const MOST_THEFTS = 10

const list: Route = {
  path: '/account/apps',
  get: async visit => {
    const signedIn = requireSession(visit)
    if (signedIn === undefined) return
    const { read } = visit.services.store
    const { items, next } = await read.grants.page('active', signedIn.user.id, { limit: MOST_APPS })
    const apps = await Promise.all(items.map(grant => appOf(visit, grant)))
    const thefts = await recentThefts(signedIn, read, visit.services.now())
    const props = { visit, apps, more: next !== undefined, thefts }
    sendPage(visit, { title: 'Connected apps', body: <Apps {...props} /> })
  },
  post: async visit => {
    const signedIn = requireSession(visit)
    if (signedIn === undefined) return
    for (const { id } of await visit.services.store.read.grants.list('active', signedIn.user.id)) {
      await revokeGrant.invoke({ id }, callOf(visit, signedIn))
    }
    redirect(visit, '/account/apps')
  },
}

const one: Route = {
  path: '/account/apps/:grant',
  get: async visit => {
    const signedIn = requireSession(visit)
    if (signedIn === undefined) return
    const app = await appOf(visit, await ownLiveGrant(visit, signedIn, visit.services.store.read))
    sendPage(visit, { title: app.view.client_name, body: <AppDetails visit={visit} app={app} /> })
  },
}

const revoke: Route = {
  path: '/account/apps/:grant/revoke',
  post: async visit => {
    const signedIn = requireSession(visit)
    if (signedIn === undefined) return
    const { id } = await ownLiveGrant(visit, signedIn, visit.services.store.read)
    await revokeGrant.invoke({ id }, callOf(visit, signedIn))
    redirect(visit, '/account/apps')
  },
}

/** The connected apps of a person. */
export const APP_ROUTES: readonly Route[] = [list, one, revoke]

/** A page does what an agent does by its tool, in the name of the person. */
const callOf = ({ services, requestId, request }: Visit, signedIn: SignedIn): Call => ({
  services,
  principal: sessionPrincipal(signedIn),
  surface: 'web',
  requestId,
  client: request.headers['user-agent']?.slice(0, 100),
})

/** What was stolen of the person's apps lately, newest first; an app counts also when it was revoked since. */
async function recentThefts({ user }: SignedIn, read: Reader, now: Date): Promise<readonly Theft[]> {
  const { items } = await read.grants.page('user', user.id, { limit: MOST_APPS })
  const thefts: Theft[] = []
  for (const { id, client_name } of items) {
    for (const family of await read.families.list('grant', id)) {
      if (!isToldOf(family, now) || family.revoked_at === null) continue
      thefts.push({ grantId: id, client: shown(client_name), at: family.revoked_at })
    }
  }
  return thefts.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, MOST_THEFTS)
}
