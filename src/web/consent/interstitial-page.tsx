import type { AuthorizationResponse } from '../../auth/oauth/authorize/response.ts'
import { isCustomScheme, isLoopbackRedirect } from '../../auth/oauth/clients/redirect-uris.ts'
import { formatDuration } from '../format/duration.ts'
import { formatRedirectPlace } from '../format/redirect-place.ts'
import { rich, t } from '../i18n/t.ts'
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
