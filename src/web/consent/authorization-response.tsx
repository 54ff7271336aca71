import { type AuthorizationResponse, formatResponseUrl } from '../../auth/oauth/authorize/response.ts'
import { isCustomScheme } from '../../auth/oauth/clients/redirect-uris.ts'
import { sendPage } from '../layout/send-page.tsx'
import { redirect } from '../requests/redirect.ts'
import type { Visit } from '../requests/visit.ts'
import { InterstitialPage } from './interstitial-page.tsx'

/** A client that waits at its redirect URI. */
export interface WaitingClient {
  readonly clientName: string
  readonly redirectUri: string
  readonly state: string | undefined
}

/**
 * Sends a browser back to the client: by a redirect, unless that could leave the person on an empty tab (the scheme of an app) or be blocked without a word
 * (after a form of ours).
 */
export function sendAuthorizationResponse(visit: Visit, waiting: WaitingClient, answer: AuthorizationResponse): void {
  if (isCustomScheme(waiting.redirectUri) || isFromOwnPage(visit)) sendInterstitialPage(visit, waiting, answer)
  else redirect(visit, responseUrl(visit, waiting, answer))
}

/** The same by a page that goes on by itself: no redirect of it counts as the answer to a form, whose `form-action` would block it (decision 0032). */
export function sendInterstitialPage(visit: Visit, waiting: WaitingClient, answer: AuthorizationResponse): void {
  const address = responseUrl(visit, waiting, answer)
  const { code: codeLifetime } = visit.services.auth.lifetimes
  sendPage(visit, {
    title: `Back to ${waiting.clientName}`,
    body: <InterstitialPage {...waiting} address={address} answer={answer} codeLifetime={codeLifetime} />,
    refresh: address,
    isStep: true,
  })
}

/** The redirect URI of a client with what it is told. */
export const responseUrl = (
  { services }: Visit,
  { redirectUri, state }: WaitingClient,
  answer: AuthorizationResponse,
): string => formatResponseUrl(redirectUri, answer, { state, issuer: services.baseUrl })

/** Only a page of ours leads here from the same origin, and it may have done so by a form. */
const isFromOwnPage = ({ request: { headers } }: Visit): boolean => headers['sec-fetch-site'] === 'same-origin'
