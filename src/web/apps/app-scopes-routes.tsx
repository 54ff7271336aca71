import type { NonToolAction } from '../../auth/audit/events.ts'
import { recordTokenRevocations } from '../../auth/audit/token-revocations.ts'
import { applyFormToScopes } from '../../auth/oauth/authorize/consent.ts'
import { approvalPath } from '../../auth/oauth/grants/approval-link.ts'
import { listOfferedScopes, narrowGrant, widenGrant } from '../../auth/oauth/grants/change-scopes.ts'
import { assertCredentialActive } from '../../auth/policy/active-credential.ts'
import { needsFreshSignIn } from '../../auth/policy/scope-groups.ts'
import { ALL_SCOPES, isScope, type Scope } from '../../auth/policy/scopes.ts'
import { isFresh, sessionCredential, sessionPrincipal } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { GrantRecord } from '../../store/records/authorization.ts'
import type { Reader, Transaction } from '../../store/store.ts'
import { listActiveFamilies } from '../../tools/grants/view.ts'
import { t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import { sendPage } from '../layout/send-page.tsx'
import { auditContext, recordOwnEvent } from '../requests/audit-context.ts'
import { type PageRequest, type Route, redirect, type SignedInRequest } from '../requests/page-request.ts'
import { redirectToReauthentication } from '../sessions/reauthentication.ts'
import { withSession } from '../sessions/require.ts'
import { SAVED_CHOICE_PARAM, savedChoice, savedChoicePath } from '../sessions/saved-choice.ts'
import { AppScopesPage, type AppScopesPageProps, OWN_REQUEST_FIELD } from './app-scopes-page.tsx'
import { getOwnActiveGrant, listUnreachedAccounts, loadApp } from './load-app.ts'

/** Adds permissions to a grant and removes them. Agents show this URL to their user. */
export const appScopesRoute: Route = {
  path: '/account/apps/:grant/scopes',
  get: withSession(async request => {
    const scene = applySavedChoice(
      await loadScene(request, request.services.store.read),
      savedChoice(request, scopesPath(request), request.query.get(SAVED_CHOICE_PARAM)),
    )
    const isStale = !isFresh(request.signedIn.session, request.services.now())
    // Signing in again would discard the selection.
    if (isStale && scene.offered.some(({ scope, isTicked }) => isTicked && needsFreshSignIn(scope))) {
      return redirectToReauthentication(request)
    }
    await sendAppScopesPage(request, scene)
  }),
  post: withSession(async request => {
    const outcome = await request.services.store.transaction(tx => applyAnswer(request, tx))
    if (outcome === 'stale_sign_in')
      return redirectToReauthentication(request, savedChoicePath(request, scopesPath(request)))
    if (outcome === 'nothing_ticked') {
      const scene = await loadScene(request, request.services.store.read)
      return sendAppScopesPage(request, applySavedChoice(scene, request.form), true)
    }
    const { added, removed } = outcome
    const parameters = {
      ...(added.length > 0 && { added: added.join(' ') }),
      ...(removed !== undefined && { removed }),
    }
    const query = Object.keys(parameters).length === 0 ? '' : `?${new URLSearchParams(parameters)}`
    redirect(request, `/account/apps/${request.params['grant']}${query}`)
  }),
}

const MAX_UNKNOWN_SCOPES = 10

interface Scene extends Pick<AppScopesPageProps, 'offered' | 'accounts' | 'ticked' | 'isOwnWish'> {
  readonly grant: Frozen<GrantRecord>
}

/** Restores the user's earlier selection. */
const applySavedChoice = (scene: Scene, left: URLSearchParams | undefined): Scene =>
  left === undefined
    ? scene
    : {
        ...scene,
        offered: applyFormToScopes(scene.offered, left),
        ticked: left.getAll('account'),
        isOwnWish: scene.isOwnWish || left.has(OWN_REQUEST_FIELD),
      }

async function loadScene(request: SignedInRequest, read: Reader): Promise<Scene> {
  const now = request.services.now()
  const grant = await getOwnActiveGrant(request, read)
  const families = await listActiveFamilies(grant, read, now)
  return {
    grant,
    offered: listOfferedScopes(grant, families, parseRequestedScopes(request), now),
    accounts: await listUnreachedAccounts(grant, request.signedIn, read),
    ticked: [],
    isOwnWish: isFromAppPage(request),
  }
}

async function sendAppScopesPage(
  request: PageRequest,
  { grant, ...scene }: Scene,
  nothingTicked = false,
): Promise<void> {
  const app = await loadApp(request, grant)
  const unknown = parseRequestedScopes(request)
    .filter(name => !isScope(name))
    .map(name => name.slice(0, 60))
    .slice(0, MAX_UNKNOWN_SCOPES)
  const props = { app, unknown, nothingTicked, ...scene }
  const title = t('apps.add.title', { app: app.view.client_name })
  sendPage(request, {
    title: nothingTicked ? t('common.error_title', { title }) : title,
    status: nothingTicked ? 400 : 200,
    body: <AppScopesPage {...props} />,
  })
}

interface ScopeChange {
  /** The scopes, and the handles of accounts, that were added. */
  readonly added: readonly string[]
  readonly removed?: Scope | undefined
}

/** Applies the whole answer or nothing, in one transaction. */
async function applyAnswer(
  request: SignedInRequest,
  tx: Transaction,
): Promise<ScopeChange | 'nothing_ticked' | 'stale_sign_in'> {
  const { services, form, signedIn } = request
  const now = services.now()
  await assertCredentialActive(sessionPrincipal(signedIn), tx, now)
  const { grant, offered, accounts } = await loadScene(request, tx)
  const sent = new Set(form.getAll('scope'))
  const scopes = ALL_SCOPES.filter(scope => sent.has(scope))
  const reached = accounts.filter(({ id }) => form.getAll('account').includes(id))
  const note = (action: NonToolAction, detail: Readonly<Record<string, string | number>>): Promise<void> => {
    const about = { client_name: grant.client_name, ...detail }
    return recordOwnEvent(request, tx, signedIn, { action, target: grant.id, detail: about })
  }
  switch (form.get('answer') ?? '') {
    case 'allow': {
      if (scopes.length + reached.length === 0) return 'nothing_ticked'
      if (scopes.some(needsFreshSignIn) && !isFresh(signedIn.session, now)) return 'stale_sign_in'
      const denied = offered.filter(one => one.isTicked && !sent.has(one.scope)).map(({ scope }) => scope)
      await widenGrant(tx, grant, { scopes, denied, accounts: reached.map(({ id }) => id) })
      const handles = reached.map(({ handle }) => handle)
      await note('grant_widened', { scopes: scopes.join(' '), accounts: handles.join(' ') })
      return { added: [...scopes, ...handles] }
    }
    case 'deny': {
      const denied: readonly Scope[] = offered.filter(({ isWanted }) => isWanted).map(({ scope }) => scope)
      await widenGrant(tx, grant, { scopes: [], denied, accounts: [] })
      await note('grant_denied', { scopes: denied.join(' ') })
      return { added: [] }
    }
    case 'remove': {
      const lost = scopes.filter(scope => grant.scopes.includes(scope))
      // A second click also finds nothing to remove.
      if (lost.length === 0) return { added: [], removed: scopes[0] }
      const ended = await narrowGrant(tx, grant, lost, now)
      const by = { user: signedIn.user, credential: sessionCredential(signedIn.session) }
      await recordTokenRevocations(tx, { ...by, ended, why: 'app_narrowed' }, auditContext(request))
      await note('grant_narrowed', { scopes: lost.join(' '), revoked_tokens: ended.length })
      return { added: [], removed: lost[0] }
    }
    default:
      throw new PageError('invalid_input', t('apps.add.no_answer.message'), { fix: t('apps.add.no_answer.fix') })
  }
}

/**
 * Returns whether the user clicked the button on the app's own page, so that no one sent them this URL. Pages of other sites cannot fake this, because
 * browsers write these headers themselves.
 */
function isFromAppPage({ incoming: { headers }, params }: PageRequest): boolean {
  const { referer = '', 'sec-fetch-site': site } = headers
  if (site !== 'same-origin' || !URL.canParse(referer)) return false
  return new URL(referer).pathname === `/account/apps/${params['grant']}`
}

/** The URL of the page that asks for the same permissions. */
const scopesPath = (request: PageRequest): string =>
  approvalPath(request.params['grant'] ?? '', parseRequestedScopes(request).filter(isScope))

/** The names in `add`, separated by spaces (as `+`) or commas. */
const parseRequestedScopes = ({ query }: PageRequest): readonly string[] => [
  ...new Set(query.getAll('add').flatMap(text => text.split(/[\s,]+/).filter(name => name !== ''))),
]
