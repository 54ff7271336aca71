import type { IncompleteReason, Offer } from '../../auth/oauth/authorize/consent.ts'
import {
  describeRedirect,
  isCustomScheme,
  isLoopbackRedirect,
  toRedirectOrigin,
} from '../../auth/oauth/clients/redirect-uris.ts'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord, GrantRecord } from '../../store/records/authorization.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import { Notice } from '../components/notice.tsx'
import { SignedInAs } from '../components/signed-in-as.tsx'
import { sendPage } from '../layout/send-page.tsx'
import type { Visit } from '../requests/visit.ts'
import { ClientFacts } from './client-facts.tsx'
import { ConsentForm, isFault } from './form.tsx'
import { ConsentHeading, consentTitle } from './heading.tsx'

interface ConsentPageProps {
  /** Path of the page, to which its form is sent. */
  readonly path: string
  readonly client: Frozen<ClientRecord>
  readonly redirectUri: string
  readonly signedIn: SignedIn
  readonly grant: Frozen<GrantRecord> | undefined
  readonly offer: Offer
  readonly accounts: readonly Frozen<AccountRecord>[]
  readonly problem?: IncompleteReason | undefined
}

/** Asks a user whether an app may access their account. */
export function sendConsentPage(visit: Visit, consent: ConsentPageProps): void {
  const { problem } = consent
  sendPage(visit, {
    title: `${isFault(problem) ? 'Error: ' : ''}${consentTitle(consent)}`,
    status: isFault(problem) ? 400 : 200,
    isStep: true,
    dropsOpener: true,
    body: <ConsentPage visit={visit} {...consent} />,
  })
}

function ConsentPage({ visit, path, ...consent }: ConsentPageProps & { readonly visit: Visit }) {
  const { client, redirectUri, signedIn, grant } = consent
  const { baseUrl, now } = visit.services
  return (
    <>
      <div class="intro">
        <h1>
          <ConsentHeading {...consent} />
        </h1>
        <p>On Dragoman at {new URL(baseUrl).host}</p>
      </div>
      <section class="card" aria-label="App">
        <ClientFacts client={client} grant={grant} now={now()}>
          <dt>Redirects to</dt>
          <dd>
            <strong>{describeRedirect(redirectUri)}</strong>
          </dd>
          <dt>Signed in as</dt>
          <dd>
            <SignedInAs signedIn={signedIn} back={path} />
          </dd>
        </ClientFacts>
        <RedirectWarning redirectUri={redirectUri} />
      </section>
      <ConsentForm visit={visit} action={path} back={path} isMore={grant !== undefined} {...consent} />
    </>
  )
}

/** RFC 8252 8.6: native apps cannot prove their identity. */
function RedirectWarning({ redirectUri }: { readonly redirectUri: string }) {
  if (isLoopbackRedirect(redirectUri)) {
    return (
      <Notice kind="warning" title="Did you start this yourself?">
        <span>Any program on this computer could ask for this. Allow it only if you started it here, just now.</span>
      </Notice>
    )
  }
  if (!isCustomScheme(redirectUri)) return null
  return (
    <Notice kind="warning" title="Did you start this yourself?">
      <span>
        Any app on this computer can open <code>{toRedirectOrigin(redirectUri)}</code> links. Allow it only if you
        started it here, just now.
      </span>
    </Notice>
  )
}
