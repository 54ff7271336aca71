import type { OAuthFailure } from '../../auth/oauth/failure.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord } from '../../store/records/authorization.ts'
import { ButtonLink } from '../components/button.tsx'
import { ErrorDetails } from '../components/error-details.tsx'
import { ToolText } from '../components/tool-text.tsx'
import { formatRedirectPlace } from '../format/redirect-place.ts'
import { rich, t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { wantsJson } from '../requests/accept.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { ClientLink, responseUrl, type WaitingClient } from './authorization-response.tsx'
import { ClientIdentity } from './client-facts.tsx'
import { sendOAuthError } from './invalid-request-page.tsx'

interface RefusedRequest {
  readonly client: Frozen<ClientRecord>
  readonly waiting: WaitingClient
  readonly failure: OAuthFailure
}

/**
 * Shows the error in a request of a client that this user has not allowed anything, with a link to its redirect URI.
 * Anyone can register a redirect URI: redirecting would make this server an open redirector (RFC 9700 4.11.2).
 */
export function sendRefusedRequestPage(request: PageRequest, { client, waiting, failure }: RefusedRequest): void {
  request.noteError(failure.error)
  if (wantsJson(request.incoming)) return sendOAuthError(request, failure)
  const { error, message: description } = failure
  const place = formatRedirectPlace(waiting.redirectUri)
  sendPage(request, {
    title: t('consent.refused.title'),
    status: failure.status,
    isStep: true,
    dropsOpener: true,
    body: (
      <article class="card">
        <h1>{t('consent.refused.title')}</h1>
        <p>{rich('consent.refused.message', { app: <bdi>{client.name}</bdi> })}</p>
        <p>
          <ToolText>{description}</ToolText>
        </p>
        <dl class="facts">
          <ClientIdentity client={client} now={request.services.now()} />
          <dt>{t('consent.refused.leads')}</dt>
          <dd>
            <strong>{place}</strong>
          </dd>
        </dl>
        <p>{t('consent.refused.trust', { place })}</p>
        <div class="actions even">
          <ButtonLink href="/">{t('consent.refused.stay')}</ButtonLink>
          <ClientLink redirectUri={waiting.redirectUri} address={responseUrl(waiting, { error, description })} />
        </div>
        <ErrorDetails />
      </article>
    ),
  })
}
