import type { AuthorizationResponse } from '../../auth/oauth/authorize/response.ts'
import { describeRedirect, isCustomScheme, isLoopbackRedirect } from '../../auth/oauth/clients/redirect-uris.ts'
import { formatDuration } from '../format/duration.ts'
import { ClientLink } from './client-link.tsx'

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
export function InterstitialPage({ clientName, redirectUri, address, answer, codeLifetime }: InterstitialPageProps) {
  const isAllowed = 'code' in answer
  const isApp = isCustomScheme(redirectUri)
  const name = <bdi>{clientName}</bdi>
  return (
    <section class="card">
      <h1>{isAllowed ? 'Access granted' : 'No access granted'}</h1>
      <p>
        Your browser {isApp ? 'opens' : 'returns you to'} <strong>{describeRedirect(redirectUri)}</strong> with the
        answer for {name}.{isApp && ' It may ask you first.'}
      </p>
      <p>If nothing happens, select the button.</p>
      <div class="actions">
        <ClientLink redirectUri={redirectUri} address={address} />
      </div>
      {isAllowed ? (
        <p class="hint">
          {isApp && (
            <>If the button does nothing, no app on this device opens these links: install or update {name}. </>
          )}
          {isLoopbackRedirect(redirectUri) && <>If the page cannot be reached, {name} has stopped waiting. </>}
          The answer works once and expires after {formatDuration(codeLifetime)}. If it is too late, connect again from{' '}
          {name}.
        </p>
      ) : (
        <p class="hint">You can close this tab.</p>
      )}
    </section>
  )
}

/** Replaces the interstitial page when the client has exchanged the code. */
export function ConnectedPage({ clientName }: Pick<InterstitialPageProps, 'clientName'>) {
  const name = <bdi>{clientName}</bdi>
  return (
    <section class="card">
      <h1>{name} is connected</h1>
      <p>
        {name} has your answer. You can close this tab and return to {name}.
      </p>
    </section>
  )
}
