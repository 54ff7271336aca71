import { localFailure } from '../../auth/oauth/authorize/local-failure.ts'
import type { LocalFault } from '../../auth/oauth/authorize/request.ts'
import { documentProblem } from '../../auth/oauth/clients/find.ts'
import type { DocumentFault } from '../../auth/oauth/clients/lookup.ts'
import { ErrorDetails } from '../components/error-details.tsx'
import { ToolText } from '../components/tool-text.tsx'
import { rich, t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { wantsJson } from '../requests/accept.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { DocumentAdvice } from './document-advice.tsx'
import { sendOAuthError } from './oauth-error.ts'

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
