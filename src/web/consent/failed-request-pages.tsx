import { type LocalFault, localFailure } from '../../auth/oauth/authorize/request.ts'
import { documentProblem } from '../../auth/oauth/clients/find.ts'
import type { DocumentFault } from '../../auth/oauth/clients/lookup.ts'
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

const VS_CODE_COMMAND = 'Authentication: Remove Dynamic Authentication Providers'

/** Clients keep sending an ID that the server no longer has. Only their user can reset them. */
const CLIENT_RESETS = [
  { client: 'Claude Code', steps: 'consent.invalid.resets.claude' },
  { client: 'VS Code', steps: 'consent.invalid.resets.vscode' },
  { client: 'Cursor', steps: 'consent.invalid.resets.cursor' },
  { client: 'mcp-remote', steps: 'consent.invalid.resets.mcp_remote' },
  { client: undefined, steps: 'consent.invalid.resets.another' },
] as const

/** Shows the error of an authorization request whose client is unknown. Never redirects (RFC 6749 4.1.2.1). */
export function sendInvalidRequestPage(request: PageRequest, fault: LocalFault): void {
  const failure = localFailure(fault)
  request.noteError(failure.error)
  if (wantsJson(request.incoming)) return sendOAuthError(request, failure)
  const { message } = failure
  sendPage(request, {
    title: t('consent.invalid.title'),
    status: 400,
    isStep: true,
    body: (
      <article class="card">
        <h1>{t('consent.invalid.title')}</h1>
        <p>
          <ToolText>{isDocumentFault(fault) ? documentProblem(fault.fault) : message}</ToolText>
        </p>
        <Advice fault={fault} />
        <p class="hint">{t('consent.invalid.nothing')}</p>
        <ErrorDetails />
      </article>
    ),
  })
}

/** An error of a metadata document, which has its own advice. */
type DocumentLocalFault = Extract<LocalFault, { why: 'unknown_client' }> & {
  readonly fault: Exclude<DocumentFault, { why: 'address' }>
}

const isDocumentFault = (fault: LocalFault): fault is DocumentLocalFault =>
  fault.why === 'unknown_client' && fault.fault.why !== 'unknown' && fault.fault.why !== 'address'

function Advice({ fault }: { readonly fault: LocalFault }) {
  if (isDocumentFault(fault)) return <DocumentAdvice fault={fault.fault} clientId={fault.clientId} />
  if (fault.why !== 'unknown_client' || fault.fault.why === 'address') {
    return (
      <p>
        {'client' in fault
          ? rich('consent.invalid.start_again_named', { app: <bdi>{fault.client.name}</bdi> })
          : t('consent.invalid.start_again')}
      </p>
    )
  }
  return (
    <>
      <p>{t('consent.invalid.lost')}</p>
      <dl>
        {CLIENT_RESETS.map(({ client, steps }) => (
          <div key={steps}>
            <dt>{client ?? t('consent.invalid.another')}</dt>
            <dd>{t(steps, { command: VS_CODE_COMMAND })}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

interface DocumentAdviceProps {
  readonly fault: Exclude<DocumentFault, { why: 'address' }>
  /** The URL of the document. */
  readonly clientId: string
}

/** Advice for the user, and for the operator, when the metadata document of a client is not accepted. */
function DocumentAdvice({ fault, clientId }: DocumentAdviceProps) {
  return (
    <>
      <dl class="facts">
        <dt>{t('consent.document.name')}</dt>
        <dd>
          <code>{clientId}</code>
        </dd>
      </dl>
      <p>{userAdvice(fault)}</p>
      <h2>{t('consent.document.operator')}</h2>
      <ul>
        {fault.why === 'unreachable' && (
          <li>
            {rich('consent.document.allow_https', {
              host: <code>{new URL(clientId).host}</code>,
              entry: <code>client metadata document not read</code>,
            })}
          </li>
        )}
        {fault.why === 'not_taken' && (
          <li>{rich('consent.document.set_on', { setting: <code>DRAGOMAN_CLIENT_DOCUMENTS=on</code> })}</li>
        )}
        {(fault.why !== 'not_taken' || fault.setting === 'known') && (
          <li>{rich('consent.document.set_off', { setting: <code>DRAGOMAN_CLIENT_DOCUMENTS=off</code> })}</li>
        )}
      </ul>
      {fault.why === 'unreachable' && (
        <p class="hint">{rich('consent.document.known', { setting: <code>DRAGOMAN_CLIENT_DOCUMENTS=known</code> })}</p>
      )}
    </>
  )
}

function userAdvice(fault: DocumentAdviceProps['fault']): string {
  switch (fault.why) {
    case 'unreachable':
      return t('consent.document.unreachable')
    case 'document':
      return t('consent.document.wrong')
    case 'not_taken':
      return fault.setting === 'off' ? t('consent.document.add_again') : t('consent.document.tell_operator')
  }
}

/** Sends an error of the authorization endpoint to a program, instead of a page. */
function sendOAuthError({ response }: PageRequest, { error, message, status }: OAuthFailure): void {
  const bytes = Buffer.from(JSON.stringify({ error, error_description: message }))
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes)
}

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
          <ClientIdentity client={client} />
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
