import { z } from 'zod'
import { hasTheftNotice } from '../../auth/oauth/token/family-limit.ts'
import { ALL_SCOPES, type Scope } from '../../auth/policy/scopes.ts'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { GrantRecord } from '../../store/records/authorization.ts'
import type { Reader } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { type ConnectedApp, listConnectedApps, listRegistrations } from '../../tools/grants/connected-apps.ts'
import { revokeGrant } from '../../tools/grants/revoke-grant.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool, type Route, redirect, type SignedInRequest } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { AppPage } from './app-page.tsx'
import { AppsPage, type RevokedApp, type TokenTheft } from './apps-page.tsx'
import { getOwnGrant, listUnreachedAccounts, loadApp, loadListedApp } from './load-app.ts'

/** Maximum number of apps in the list. */
const MAX_APPS = 200
const MAX_THEFTS = 10

const list: Route = {
  path: '/account/apps',
  get: withSession(async request => {
    const { read } = request.services.store
    const all = await listConnectedApps(request.signedIn.user.id, read, request.services.now())
    const apps = await Promise.all(all.slice(0, MAX_APPS).map(app => loadListedApp(request, app)))
    const thefts = await listRecentThefts(request.signedIn, read, request.services.now())
    const revoked = await findRevokedApp(request, read)
    const hasRevokedAll =
      apps.length === 0 && request.query.get('revoked') === 'all' && (await hadApps(request.signedIn, read))
    const props = { apps, more: all.length > MAX_APPS, thefts, revoked, hasRevokedAll }
    sendPage(request, { title: t('apps.title'), body: <AppsPage {...props} /> })
  }),
  post: withSession(async request => {
    for (const { id } of await request.services.store.read.grants.list('active', request.signedIn.user.id)) {
      await revoke(request, id)
    }
    redirect(request, '/account/apps?revoked=all')
  }),
}

const one: Route = {
  path: '/account/apps/:grant',
  get: withSession(async request => {
    const grant = await getOwnGrant(request, request.services.store.read)
    if (grant.revoked_at !== null) return redirect(request, revokedPath(grant.id))
    const app = await loadApp(request, grant)
    const named = request.query.get('added')?.split(' ') ?? []
    const added = ALL_SCOPES.filter(scope => named.includes(scope) && grant.scopes.includes(scope))
    const { accounts, client_name } = app.view
    const reached = accounts === 'all' ? [] : accounts.filter(handle => named.includes(handle))
    const lost = request.query.get('removed')
    const removed = ALL_SCOPES.find(scope => scope === lost && isRemoved(grant, scope))
    const isAddable =
      ALL_SCOPES.some(scope => !grant.scopes.includes(scope)) ||
      (await listUnreachedAccounts(grant, request.signedIn, request.services.store.read)).length > 0
    const whole = await loadWholeApp(request, grant)
    const signIns = whole === undefined ? [app] : [whole, ...whole.earlier]
    const props = { app, signIns, added, reached, removed, isAddable }
    sendPage(request, { title: client_name, body: <AppPage {...props} /> })
  }),
}

/** Revokes all registrations of an app. */
const revokeApp: Route = {
  path: '/account/apps/:grant/revoke',
  post: withSession(async request => {
    const { id, revoked_at } = await getOwnGrant(request, request.services.store.read)
    if (revoked_at === null) {
      const app = await findApp(request, id)
      const others = app === undefined ? [] : listRegistrations(app).filter(grant => grant.id !== id)
      for (const grant of [...others, { id }]) await revoke(request, grant.id)
    }
    redirect(request, revokedPath(id))
  }),
}

/** Revokes one registration of an app, such as that of another device. */
const revokeSignIn: Route = {
  path: '/account/apps/:grant/revoke-sign-in',
  post: withSession(async request => {
    const { id, revoked_at } = await getOwnGrant(request, request.services.store.read)
    if (revoked_at === null) await revoke(request, id)
    redirect(request, `${revokedPath(id)}&part=1`)
  }),
}

/** The connected apps of a user. */
export const APP_ROUTES: readonly Route[] = [list, one, revokeApp, revokeSignIn]

async function findApp(
  { services: { store, now }, signedIn: { user } }: SignedInRequest,
  grantId: string,
): Promise<ConnectedApp | undefined> {
  const apps = await listConnectedApps(user.id, store.read, now())
  return apps.find(app => listRegistrations(app).some(({ id }) => id === grantId))
}

/** Loads the app of a registration, with its active registrations. */
async function loadWholeApp(request: SignedInRequest, { id }: { readonly id: string }) {
  const app = await findApp(request, id)
  return app && loadListedApp(request, app)
}

const revoke = (request: SignedInRequest, id: string) =>
  callTool(request, { tool: revokeGrant, input: { id }, shape: z.object({ id: z.string() }) })

/** Returns the path of the list with a notice that the app is revoked. A second click, and going back to the app's page, lead here, too. */
const revokedPath = (id: string): string => `/account/apps?revoked=${id}`

/** Returns whether the user ever connected an app. If none is left, all are revoked. */
const hadApps = async ({ user }: SignedIn, read: Reader): Promise<boolean> =>
  (await read.grants.page('user', user.id, { limit: 1 })).items.length > 0

/** Returns whether the user removed the scope from a grant, or denied it. */
const isRemoved = ({ scopes, denied }: Frozen<GrantRecord>, scope: Scope): boolean =>
  denied.includes(scope) && !scopes.includes(scope)

/** Finds the revoked app in the URL, if it is the user's own. */
async function findRevokedApp(
  { query, signedIn: { user } }: SignedInRequest,
  read: Reader,
): Promise<RevokedApp | undefined> {
  const grant = await read.grants.get(query.get('revoked') ?? '')
  if (grant?.user_id !== user.id || grant.revoked_at === null) return undefined
  const isPart = query.get('part') !== null
  return { client: escapeInvisible(grant.client_name), at: grant.revoked_at, isPart }
}

/** Lists recent thefts from the user's apps, newest first, including apps that were revoked since. */
async function listRecentThefts({ user }: SignedIn, read: Reader, now: Date): Promise<readonly TokenTheft[]> {
  const { items } = await read.grants.page('user', user.id, { limit: MAX_APPS })
  const thefts: TokenTheft[] = []
  for (const { id, client_name } of items) {
    for (const family of await read.families.list('grant', id)) {
      if (!hasTheftNotice(family, now) || family.revoked_at === null) continue
      thefts.push({ grantId: id, client: escapeInvisible(client_name), at: family.revoked_at })
    }
  }
  return thefts.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, MAX_THEFTS)
}
