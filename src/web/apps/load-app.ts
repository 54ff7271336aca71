import { type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { GrantRecord } from '../../store/records/authorization.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import type { ConnectedApp } from '../../tools/grants/connected-apps.ts'
import { type GrantView, toGrantView } from '../../tools/grants/view.ts'
import { listVisibleAccounts } from '../../tools/pipeline/resources.ts'
import { formatRedirectPlace } from '../format/redirect-place.ts'
import { listFormat } from '../i18n/formats.ts'
import { t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import type { PageRequest, SignedInRequest } from '../requests/page-request.ts'

/** A connected app: its view from the tools, and its record. */
export interface App {
  readonly view: GrantView
  readonly grant: Frozen<GrantRecord>
}

/** A connected app: its newest registration, and its other active registrations. */
export interface ListedApp extends App {
  readonly earlier: readonly App[]
}

export async function loadListedApp(request: PageRequest, { newest, earlier }: ConnectedApp): Promise<ListedApp> {
  const [app, others] = await Promise.all([
    loadApp(request, newest),
    Promise.all(earlier.map(grant => loadApp(request, grant))),
  ])
  return { ...app, earlier: others }
}

export async function loadApp({ services }: PageRequest, grant: Frozen<GrantRecord>): Promise<App> {
  return { grant, view: await toGrantView(grant, services.store.read, services.now()) }
}

/**
 * Finds the grant in the URL, if it is the user's own, even if it is revoked.
 * @throws AppError `not_found`, the same for all others.
 */
export async function getOwnGrant(
  { params, signedIn: { user } }: SignedInRequest,
  read: Pick<Reader, 'grants'>,
): Promise<Frozen<GrantRecord>> {
  const grant = await read.grants.get(params['grant'] ?? '')
  if (grant !== undefined && grant.user_id === user.id) return grant
  throw appNotFoundError()
}

/**
 * Like `getOwnGrant`, but finds only an active grant.
 * @throws AppError `not_found`
 */
export async function getOwnActiveGrant(
  request: SignedInRequest,
  read: Pick<Reader, 'grants'>,
): Promise<Frozen<GrantRecord>> {
  const grant = await getOwnGrant(request, read)
  if (grant.revoked_at === null) return grant
  throw appNotFoundError()
}

/** Lists the accounts of the user that an app cannot access. */
export async function listUnreachedAccounts(
  { accounts }: Pick<Frozen<GrantRecord>, 'accounts'>,
  signedIn: SignedIn,
  read: Reader,
): Promise<readonly Frozen<AccountRecord>[]> {
  if (accounts === 'all') return []
  const visible = await listVisibleAccounts({ principal: sessionPrincipal(signedIn), read }, 'account:read')
  return visible.filter(({ id }) => !accounts.includes(id))
}

const appNotFoundError = (): PageError =>
  new PageError('not_found', t('apps.not_found.message'), {
    fix: t('apps.not_found.fix'),
    nextLink: { href: '/account/apps', text: t('apps.title') },
  })

/** Lists the redirect targets of an app's consents. */
export function describeRedirectPlaces({ consents }: Pick<Frozen<GrantRecord>, 'consents'>): string {
  const places = consents.map(({ redirect }) => formatRedirectPlace(redirect))
  return places.length === 0 ? t('apps.redirect.device') : listFormat().format(places)
}
