import type { Offer } from '../../auth/oauth/consent.ts'
import { describeRedirect, isCustomScheme, isLoopbackRedirect, redirectPlace } from '../../auth/oauth/redirect-uris.ts'
import type { SignedIn } from '../../auth/sessions.ts'
import type { ClientRecord, GrantRecord } from '../../store/records/authorization.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Frozen } from '../../store/store.ts'
import { ClientCard } from '../components/client-card.tsx'
import { ConsentForm, type Problem } from '../components/consent-form.tsx'
import { SignedInAs } from '../components/signed-in-as.tsx'
import { sendPage } from '../page.tsx'
import type { Visit } from '../visit.ts'

interface Consent {
  readonly client: Frozen<ClientRecord>
  readonly redirectUri: string
  readonly signedIn: SignedIn
  readonly grant: Frozen<GrantRecord> | undefined
  readonly offer: Offer
  readonly accounts: readonly Frozen<AccountRecord>[]
  readonly problem?: Problem | undefined
}

/** Asks a person whether an app may act for them. */
export function sendConsentPage(visit: Visit, consent: Consent): void {
  const { client, redirectUri, problem } = consent
  sendPage(visit, {
    title: `Connect ${client.name}`,
    status: problem === undefined ? 200 : 400,
    // Chromium holds the redirect after a form to the policy of the page that has the form.
    formAction: [policySource(redirectUri)],
    isStep: true,
    body: <ConsentPage visit={visit} consent={consent} />,
  })
}

function ConsentPage({ visit, consent }: { readonly visit: Visit; readonly consent: Consent }) {
  const { client, redirectUri, signedIn, grant, offer, accounts, problem } = consent
  const { host } = new URL(visit.services.baseUrl)
  return (
    <article class="card consent">
      <h1>
        Let <bdi>{client.name}</bdi> work for you on Dragoman?
      </h1>
      <p class="hint">
        Dragoman at <strong>{host}</strong>
      </p>
      <SignedInAs visit={visit} signedIn={signedIn} />
      <ClientCard client={client} grant={grant} />
      <p>
        Your answer goes to <strong>{describeRedirect(redirectUri)}</strong>.
      </p>
      <RedirectWarning redirectUri={redirectUri} />
      <ConsentForm
        visit={visit}
        action={visit.request.url ?? ''}
        signedIn={signedIn}
        offer={offer}
        isMore={grant !== undefined}
        accounts={accounts}
        problem={problem}
      />
    </article>
  )
}

/** RFC 8252 8.6: nobody can prove which program of a computer it is. */
function RedirectWarning({ redirectUri }: { readonly redirectUri: string }) {
  if (isLoopbackRedirect(redirectUri)) {
    return (
      <p class="warning">
        Any program on this computer could ask this. Allow it only if you started it yourself, on this computer, just
        now.
      </p>
    )
  }
  if (!isCustomScheme(redirectUri)) return null
  return (
    <p class="warning">
      Any app on this computer can take the name <code>{redirectPlace(redirectUri)}</code>. Allow it only if you started
      it yourself, on this computer, just now.
    </p>
  )
}

/** The redirect's origin as a source of a policy, which can name no IPv6 address (CSP 3, 2.3.1). */
function policySource(redirectUri: string): string {
  const place = redirectPlace(redirectUri)
  if (!isLoopbackRedirect(redirectUri)) return place
  return place.includes('[') ? 'http:' : `${place}:*`
}
