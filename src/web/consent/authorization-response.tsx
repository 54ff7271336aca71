import { type AuthorizationResponse, formatResponseUrl } from '../../auth/oauth/authorize/response.ts'
import { isCustomScheme } from '../../auth/oauth/clients/redirect-uris.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import type { PageRequest } from '../requests/page-request.ts'
import { redirect } from '../requests/redirect.ts'
import { InterstitialPage } from './interstitial-page.tsx'

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
