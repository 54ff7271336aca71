import { type Answer, answerAddress } from '../auth/oauth/authorization-response.ts'
import { isCustomScheme } from '../auth/oauth/redirect-uris.ts'
import { redirect, sendPage } from './page.tsx'
import { Interstitial } from './pages/interstitial.tsx'
import type { Visit } from './visit.ts'

/** A client that waits at its redirect URI. */
export interface Waiting {
  readonly clientName: string
  readonly redirectUri: string
  readonly state: string | undefined
}

/** Sends a browser back to the client. An app is opened by a page: a bare redirect to its scheme leaves an empty tab. */
export function sendAnswer(visit: Visit, waiting: Waiting, answer: Answer): void {
  if (isCustomScheme(waiting.redirectUri)) sendThroughPage(visit, waiting, answer)
  else redirect(visit, addressOf(visit, waiting, answer))
}

/** The same by a page for every client: where a form led here, its policy would stop a redirect to somewhere else. */
export function sendThroughPage(visit: Visit, waiting: Waiting, answer: Answer): void {
  const address = addressOf(visit, waiting, answer)
  const { clientName } = waiting
  sendPage(visit, {
    title: `Back to ${clientName}`,
    body: <Interstitial clientName={clientName} address={address} isAllowed={'code' in answer} />,
    refresh: address,
    isStep: true,
  })
}

const addressOf = ({ services }: Visit, { redirectUri, state }: Waiting, answer: Answer): string =>
  answerAddress(redirectUri, answer, { state, issuer: services.baseUrl })
