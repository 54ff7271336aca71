import type { IncompleteReason, Offer } from '../../auth/oauth/authorize/consent.ts'
import { describeRedirect, isCustomScheme, isLoopbackRedirect } from '../../auth/oauth/clients/redirect-uris.ts'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord, GrantRecord } from '../../store/records/authorization.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import { Notice } from '../components/notice.tsx'
import { SignedInAs } from '../components/signed-in-as.tsx'
import { sendPage } from '../layout/send-page.tsx'
import type { Visit } from '../requests/visit.ts'
import { ClientBadges, ClientDetails } from './client-facts.tsx'
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
        <p>
          <ClientBadges client={client} />
        </p>
        <p>
          On Dragoman at {new URL(baseUrl).host} as <SignedInAs signedIn={signedIn} back={path} />
        </p>
      </div>
      <ConsentForm
        visit={visit}
        action={path}
        back={path}
        isMore={grant !== undefined}
        about={
          <>
            <ClientDetails client={client} grant={grant} now={now()} />
            <p>
              Redirects to <strong>{describeRedirect(redirectUri)}</strong>
            </p>
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
    <Notice kind="warning" title="Did you start this yourself?">
      <span>Allow only if you just started this sign-in.</span>
    </Notice>
  )
}
