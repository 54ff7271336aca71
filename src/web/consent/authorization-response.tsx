import { type AuthorizationResponse, formatResponseUrl } from '../../auth/oauth/authorize/response.ts'
import { isCustomScheme, isLoopbackRedirect } from '../../auth/oauth/clients/redirect-uris.ts'
import { ButtonLink } from '../components/button.tsx'
import { formatDuration } from '../format/duration.ts'
import { formatRedirectPlace } from '../format/redirect-place.ts'
import { rich, t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { type PageRequest, redirect } from '../requests/page-request.ts'

/** A client that waits for a response at its redirect URI. */
export interface WaitingClient {
  readonly clientName: string
  readonly redirectUri: string
  readonly state: string | undefined
  /** The issuer that the client expects in the response (RFC 9207). */
  readonly issuer: string
}

/**
 * Sends the authorization response to the client. Uses a page instead of a redirect in two cases: for the scheme of an app, a redirect could leave the user
 * on an empty tab; after a form of this server, it could be blocked silently.
 */
export function sendAuthorizationResponse(
  request: PageRequest,
  waiting: WaitingClient,
  answer: AuthorizationResponse,
): void {
  if (isCustomScheme(waiting.redirectUri) || isFromOwnPage(request)) sendInterstitialPage(request, waiting, answer)
  else redirect(request, responseUrl(waiting, answer))
}

/**
 * Sends the response by a page that navigates by itself: unlike a redirect after a form, it is not blocked by
 * `form-action` (decision 0032).
 */
export function sendInterstitialPage(
  request: PageRequest,
  waiting: WaitingClient,
  answer: AuthorizationResponse,
): void {
  const address = responseUrl(waiting, answer)
  const { code: codeLifetime } = request.services.auth.lifetimes
  sendPage(request, {
    title: t('consent.back', { app: waiting.clientName }),
    body: <InterstitialPage {...waiting} address={address} answer={answer} codeLifetime={codeLifetime} />,
    refresh: address,
    isStep: true,
  })
}

/** Returns the redirect URI of a client with the response. */
export const responseUrl = ({ redirectUri, state, issuer }: WaitingClient, answer: AuthorizationResponse): string =>
  formatResponseUrl(redirectUri, answer, { state, issuer })

/** Returns whether a page of this server led here, possibly by a form: only those have the same origin. */
const isFromOwnPage = ({ incoming: { headers } }: PageRequest): boolean => headers['sec-fetch-site'] === 'same-origin'

interface InterstitialPageProps {
  readonly clientName: string
  readonly redirectUri: string
  /** The client's redirect URI with the response. */
  readonly address: string
  readonly answer: AuthorizationResponse
  /** How long a code can be exchanged, in milliseconds. */
  readonly codeLifetime: number
}

/** The last page before the client. The browser continues by itself; the text is for users whose browser doesn't. */
function InterstitialPage({ clientName, redirectUri, address, answer, codeLifetime }: InterstitialPageProps) {
  const isAllowed = 'code' in answer
  const isApp = isCustomScheme(redirectUri)
  const name = <bdi>{clientName}</bdi>
  return (
    <section class="card">
      <h1>{isAllowed ? t('consent.leaving.allowed') : t('consent.leaving.denied')}</h1>
      <p>
        {rich(isApp ? 'consent.leaving.opens' : 'consent.leaving.returns', {
          place: <strong>{formatRedirectPlace(redirectUri)}</strong>,
          app: name,
        })}
      </p>
      <p>{t('consent.leaving.if_nothing')}</p>
      <div class="actions">
        <ClientLink redirectUri={redirectUri} address={address} />
      </div>
      {isAllowed ? (
        <p class="hint">
          {isApp && <>{rich('consent.leaving.no_app', { app: name })} </>}
          {isLoopbackRedirect(redirectUri) && <>{rich('consent.leaving.no_page', { app: name })} </>}
          {rich('consent.leaving.expires', { time: formatDuration(codeLifetime), app: name })}
        </p>
      ) : (
        <p class="hint">{t('consent.leaving.close')}</p>
      )}
    </section>
  )
}

/** Replaces the interstitial page when the client has exchanged the code. */
export function ConnectedPage({ clientName }: Pick<InterstitialPageProps, 'clientName'>) {
  const name = <bdi>{clientName}</bdi>
  return (
    <section class="card">
      <h1>{rich('consent.leaving.connected', { app: name })}</h1>
      <p>{rich('consent.leaving.connected_advice', { app: name })}</p>
    </section>
  )
}

interface ClientLinkProps {
  /** The redirect URI of the client. */
  readonly redirectUri: string
  /** The redirect URI with the response. */
  readonly address: string
}

/** A link to a client that shows its destination. */
export function ClientLink({ redirectUri, address }: ClientLinkProps) {
  return (
    <ButtonLink href={address}>
      <span>
        {t(isCustomScheme(redirectUri) ? 'consent.link.open' : 'consent.link.continue', {
          place: formatRedirectPlace(redirectUri),
        })}
      </span>
    </ButtonLink>
  )
}
