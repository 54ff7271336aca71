import type { IncompleteReason, Offer } from '../../auth/oauth/authorize/consent.ts'
import { CAPABILITIES } from '../../auth/oauth/capabilities.ts'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord, GrantRecord } from '../../store/records/authorization.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { SignedInAs } from '../components/signed-in-as.tsx'
import { ClientBadges, ClientDetails } from '../consent/client-facts.tsx'
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

const UNKNOWN_CODE = 'Code not found. It works once and expires after 10 minutes.'

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
          <p>Enter the code that your device shows. You see what it asks for before you allow anything.</p>
        </div>
        {isUnknown && <FormErrorNotice title="No device was connected" message={UNKNOWN_CODE} field="user_code" />}
        <Form visit={visit} action={PATH} class="card">
          {kept !== undefined && <input type="hidden" name={SAVED_CHOICE_PARAM} value={kept} />}
          <Field
            name="user_code"
            label="Code"
            kind="code"
            value={typed.slice(0, 40)}
            hint="For example: BCDF-GHJK. Case and hyphen do not matter."
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
  /** The page to return to after signing in again. */
  readonly back: string
  readonly client: Frozen<ClientRecord>
  readonly signedIn: SignedIn
  readonly grant: Frozen<GrantRecord> | undefined
  readonly offer: Offer
  readonly accounts: readonly Frozen<AccountRecord>[]
  readonly problem?: IncompleteReason | undefined
}

/**
 * Asks a user to allow an app on a device to access their account (RFC 8628 5.4: an attacker may have sent them the
 * code).
 */
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
            <ConsentHeading client={client} grant={grant} offer={offer} />
          </h1>
          <p>
            <ClientBadges client={client} isDevice />
          </p>
          <p>
            On Dragoman at {new URL(baseUrl).host} as <SignedInAs signedIn={signedIn} back={back} />
          </p>
          <p>
            From a device with the code <code>{formatUserCode(typed)}</code>
          </p>
        </div>
        <Notice kind="warning" title="Did you start this?">
          <span>
            Allow it only if you started this yourself and the device in front of you shows exactly this code. If
            someone sent you the code or a link, choose Deny.
          </span>
        </Notice>
        <ConsentForm
          visit={visit}
          action={PATH}
          isMore={grant !== undefined}
          about={<ClientDetails client={client} grant={grant} now={now()} />}
          {...consent}
        >
          <input type="hidden" name="user_code" value={typed} />
        </ConsentForm>
      </>
    ),
  })
}

/** Confirms that the device was allowed or denied. */
export function sendDeviceResultPage(
  visit: Visit,
  { clientName, isAllowed }: { clientName: string; isAllowed: boolean },
): void {
  sendDevicePage(visit, {
    title: isAllowed ? 'Device connected' : 'Access denied',
    body: (
      <section class="card">
        <h1>{isAllowed ? 'Device connected' : 'Access denied'}</h1>
        <p>
          <bdi>{clientName}</bdi> {isAllowed ? 'continues in a few seconds.' : 'has no access to your account.'}
        </p>
        <p class="hint">You can close this tab and return to the device.</p>
      </section>
    ),
  })
}

/** No client opens these pages in a popup. */
const sendDevicePage = (visit: Visit, page: Page): void => sendPage(visit, { ...page, isStep: true, dropsOpener: true })

/** Formats a user code as the device shows it. */
function formatUserCode(typed: string): string {
  const letters = typed.replace(/[^a-z]/gi, '').toUpperCase()
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}
