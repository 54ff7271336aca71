import type { IncompleteReason, Offer } from '../../auth/oauth/authorize/consent.ts'
import { CAPABILITIES } from '../../auth/oauth/capabilities.ts'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord, GrantRecord } from '../../store/records/authorization.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { SignedInAs } from '../components/signed-in-as.tsx'
import { ClientFacts } from '../consent/client-facts.tsx'
import { ConsentForm, isFault } from '../consent/form.tsx'
import { ConsentHeading, consentTitle } from '../consent/heading.tsx'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import type { Page } from '../layout/document.tsx'
import { sendPage } from '../layout/send-page.tsx'
import type { Visit } from '../requests/visit.ts'
import { SAVED_CHOICE_PARAM } from '../sessions/saved-choice.ts'

const PATH = CAPABILITIES.paths.verification

const UNKNOWN_CODE = 'No device waits under this code. Codes are good for ten minutes, and once.'

/** Asks for the code that a device shows. */
export function sendDeviceCodePage(
  visit: Visit,
  { typed, isUnknown = false, kept }: { typed: string; isUnknown?: boolean; kept?: string | undefined },
): void {
  sendDevicePage(visit, {
    title: isUnknown ? 'Error: Connect a device' : 'Connect a device',
    status: isUnknown ? 400 : 200,
    body: (
      <>
        <div class="intro">
          <h1>Connect a device</h1>
          <p>An app on another machine shows you a code. Type it here, and see what it asks for.</p>
        </div>
        {isUnknown && <FormErrorNotice message={UNKNOWN_CODE} field="user_code" />}
        <Form visit={visit} action={PATH} class="card">
          {kept !== undefined && <input type="hidden" name={SAVED_CHOICE_PARAM} value={kept} />}
          <Field
            name="user_code"
            label="Code"
            kind="code"
            value={typed.slice(0, 40)}
            hint="Eight letters, such as BCDF-GHJK. Upper or lower case, with or without the hyphen."
            fault={isUnknown ? UNKNOWN_CODE : undefined}
            required
          />
          <Button look="primary">Continue</Button>
        </Form>
      </>
    ),
  })
}

interface DeviceConsent {
  readonly typed: string
  /** Where to come back after signing in again. */
  readonly back: string
  readonly client: Frozen<ClientRecord>
  readonly signedIn: SignedIn
  readonly grant: Frozen<GrantRecord> | undefined
  readonly offer: Offer
  readonly accounts: readonly Frozen<AccountRecord>[]
  readonly problem?: IncompleteReason | undefined
}

/** Asks a person whether a device may act for them (RFC 8628 5.4: somebody else may have sent them the code). */
export function sendDeviceConsentPage(visit: Visit, consent: DeviceConsent): void {
  const { typed, back, client, signedIn, grant, offer, problem } = consent
  const { baseUrl, now } = visit.services
  sendDevicePage(visit, {
    title: `${isFault(problem) ? 'Error: ' : ''}${consentTitle({ client, grant, offer })}`,
    status: isFault(problem) ? 400 : 200,
    body: (
      <>
        <div class="intro">
          <h1>
            <ConsentHeading client={client} grant={grant} offer={offer} where=" on a device" />
          </h1>
          <p>It asks to work for you on Dragoman at {new URL(baseUrl).host}.</p>
        </div>
        <section class="card" aria-label="Who asks">
          <ClientFacts client={client} grant={grant} now={now()} isDevice>
            <dt>Code</dt>
            <dd>
              <code>{formatUserCode(typed)}</code>
            </dd>
            <dt>You are</dt>
            <dd>
              <SignedInAs signedIn={signedIn} back={back} />
            </dd>
          </ClientFacts>
          <Notice kind="warning" title="Did you start this?">
            <span>
              Allow it only if you began this yourself, and the device in front of you shows this very code. If somebody
              sent you the code or a link, choose Deny.
            </span>
          </Notice>
        </section>
        <ConsentForm visit={visit} action={PATH} isMore={grant !== undefined} {...consent}>
          <input type="hidden" name="user_code" value={typed} />
        </ConsentForm>
      </>
    ),
  })
}

/** What became of it. */
export function sendDeviceResultPage(
  visit: Visit,
  { clientName, isAllowed }: { clientName: string; isAllowed: boolean },
): void {
  sendDevicePage(visit, {
    title: isAllowed ? 'Connected' : 'Nothing was allowed',
    body: (
      <section class="card">
        <h1>{isAllowed ? 'The device is connected' : 'Nothing was allowed'}</h1>
        <p>
          <bdi>{clientName}</bdi> {isAllowed ? 'goes on by itself in a few seconds.' : 'is told that you said no.'}
        </p>
        <p class="hint">You can close this tab and return to the device.</p>
      </section>
    ),
  })
}

/** No client opens these pages in a popup. */
const sendDevicePage = (visit: Visit, page: Page): void => sendPage(visit, { ...page, isStep: true, dropsOpener: true })

/** As the device shows it. */
function formatUserCode(typed: string): string {
  const letters = typed.replace(/[^a-z]/gi, '').toUpperCase()
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}
