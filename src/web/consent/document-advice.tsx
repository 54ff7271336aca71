import type { DocumentFault } from '../../auth/oauth/clients/lookup.ts'

interface DocumentAdviceProps {
  readonly fault: Exclude<DocumentFault, { why: 'address' }>
  /** The URL of the document. */
  readonly clientId: string
}

/** Advice for the user, and for the operator, when the metadata document of a client is not accepted. */
export function DocumentAdvice({ fault, clientId }: DocumentAdviceProps) {
  return (
    <>
      <dl class="facts">
        <dt>Document</dt>
        <dd>
          <code>{clientId}</code>
        </dd>
      </dl>
      <p>{userAdvice(fault)}</p>
      <h2>For the operator</h2>
      <ul>
        {fault.why === 'unreachable' && (
          <li>
            Allow outgoing HTTPS from the server to <code>{new URL(clientId).host}</code>. The server log has the reason
            under <code>client metadata document not read</code>.
          </li>
        )}
        {fault.why === 'not_taken' && (
          <li>
            Set <code>DRAGOMAN_CLIENT_DOCUMENTS=on</code>. The server then reads the document over HTTPS.
          </li>
        )}
        {(fault.why !== 'not_taken' || fault.setting === 'known') && (
          <li>
            Set <code>DRAGOMAN_CLIENT_DOCUMENTS=off</code>. Apps then register instead.
          </li>
        )}
      </ul>
      {fault.why === 'unreachable' && (
        <p class="hint">
          <code>DRAGOMAN_CLIENT_DOCUMENTS=known</code> reads nothing and accepts well-known apps only. This app is not
          one of them.
        </p>
      )}
    </>
  )
}

function userAdvice(fault: DocumentAdviceProps['fault']): string {
  switch (fault.why) {
    case 'unreachable':
      return 'Try again in a minute. If it fails again, tell the operator of this server.'
    case 'document':
      return "The app's developers have to correct the document. Until then, the operator of this server can help."
    case 'not_taken':
      return fault.setting === 'off'
        ? 'Remove this server in the app and add it again: the app then registers. If it fails again, tell the operator.'
        : 'Tell the operator of this server.'
  }
}
