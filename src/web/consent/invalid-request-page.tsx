import { localFailure } from '../../auth/oauth/authorize/local-failure.ts'
import type { LocalFault } from '../../auth/oauth/authorize/request.ts'
import { documentProblem } from '../../auth/oauth/clients/find.ts'
import type { DocumentFault } from '../../auth/oauth/clients/lookup.ts'
import { ErrorDetails } from '../components/error-details.tsx'
import { sendPage } from '../layout/send-page.tsx'
import { wantsJson } from '../requests/accept.ts'
import type { Visit } from '../requests/visit.ts'
import { DocumentAdvice } from './document-advice.tsx'
import { sendOAuthError } from './oauth-error.ts'

/** Clients keep sending an ID that the server no longer has. Only their user can reset them. */
const CLIENT_RESETS = [
  {
    client: 'Claude Code',
    steps: 'Type /mcp, choose this server, and choose “Clear authentication”. Or remove the server and add it again.',
  },
  {
    client: 'VS Code',
    steps: 'Run the command “Authentication: Remove Dynamic Authentication Providers”, then start the server again.',
  },
  { client: 'Cursor', steps: 'Open Settings, then MCP. Remove the server and add it again.' },
  { client: 'mcp-remote', steps: 'Delete the folder ~/.mcp-auth, then start it again.' },
  { client: 'Another app', steps: 'Sign out of this server there, or remove it and add it again.' },
]

/** Shows the error of an authorization request whose client is unknown. Never redirects (RFC 6749 4.1.2.1). */
export function sendInvalidRequestPage(visit: Visit, fault: LocalFault): void {
  const failure = localFailure(fault)
  visit.noteError(failure.error)
  if (wantsJson(visit.request)) return sendOAuthError(visit, failure)
  const { message } = failure
  sendPage(visit, {
    title: 'This app cannot be connected',
    status: 400,
    isStep: true,
    body: (
      <article class="card">
        <h1>This app cannot be connected</h1>
        <p>{isDocumentFault(fault) ? documentProblem(fault.fault) : message}</p>
        <Advice fault={fault} />
        <p class="hint">Nothing was allowed, and nothing was sent to the app.</p>
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
        {'client' in fault && (
          <>
            The app gives its name as <bdi>{fault.client.name}</bdi>.{' '}
          </>
        )}
        Start again in the app. If it fails again, report it to the app's developers.
      </p>
    )
  }
  return (
    <>
      <p>
        The app uses a registration that this server does not have. Remove it in the app, so that the app registers
        again:
      </p>
      <dl>
        {CLIENT_RESETS.map(({ client, steps }) => (
          <div key={client}>
            <dt>{client}</dt>
            <dd>{steps}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
