import { isCustomScheme, isLoopbackRedirect } from '../../auth/oauth/clients/redirect-uris.ts'
import { Notice } from '../components/notice.tsx'
import { SignedInAs } from '../components/signed-in-as.tsx'
import { formatRedirectPlace } from '../format/redirect-place.ts'
import { rich, t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { type PageRequest, useRequest } from '../requests/page-request.ts'
import { ClientBadges, ClientDetails } from './client-facts.tsx'
import { ConsentForm, ConsentHeading, type ConsentQuestion, consentTitle, isFault } from './form.tsx'

interface ConsentPageProps extends ConsentQuestion {
  /** Path of the page, to which its form is sent. */
  readonly path: string
  readonly redirectUri: string
}

/** Asks a user whether an app may access their account. */
export function sendConsentPage(request: PageRequest, consent: ConsentPageProps): void {
  const { problem } = consent
  const title = consentTitle(consent)
  sendPage(request, {
    title: isFault(problem) ? t('common.error_title', { title }) : title,
    status: isFault(problem) ? 400 : 200,
    isStep: true,
    dropsOpener: true,
    body: <ConsentPage {...consent} />,
  })
}

function ConsentPage({ path, ...consent }: ConsentPageProps) {
  const { client, redirectUri, signedIn, grant } = consent
  const { baseUrl } = useRequest().services
  return (
    <>
      <div class="intro">
        <h1>
          <ConsentHeading {...consent} />
        </h1>
        <p>
          <ClientBadges client={client} />
        </p>
        <p>
          {rich('consent.at', {
            host: new URL(baseUrl).host,
            user: <SignedInAs signedIn={signedIn} back={path} />,
          })}
        </p>
      </div>
      <ConsentForm
        action={path}
        back={path}
        isMore={grant !== undefined}
        about={
          <>
            <ClientDetails client={client} grant={grant} />
            <p>{rich('consent.redirects', { place: <strong>{formatRedirectPlace(redirectUri)}</strong> })}</p>
            <RedirectWarning redirectUri={redirectUri} />
          </>
        }
        {...consent}
      />
    </>
  )
}

/** RFC 8252 8.6: native apps cannot prove their identity. */
function RedirectWarning({ redirectUri }: { readonly redirectUri: string }) {
  if (!isLoopbackRedirect(redirectUri) && !isCustomScheme(redirectUri)) return null
  return (
    <Notice kind="warning" title={t('consent.started.title')}>
      <span>{t('consent.started.advice')}</span>
    </Notice>
  )
}
