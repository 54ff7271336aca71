import { CAPABILITIES } from '../../auth/oauth/capabilities.ts'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { SignedInAs } from '../components/signed-in-as.tsx'
import { ClientBadges, ClientDetails } from '../consent/client-facts.tsx'
import { ConsentForm, ConsentHeading, type ConsentQuestion, consentTitle, isFault } from '../consent/form.tsx'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { Field, Form } from '../forms/form.tsx'
import { rich, t } from '../i18n/t.ts'
import type { Page } from '../layout/document.tsx'
import { sendPage } from '../layout/send-page.tsx'
import type { PageRequest } from '../requests/page-request.ts'
import { SAVED_CHOICE_PARAM } from '../sessions/saved-choice.ts'

const PATH = CAPABILITIES.paths.verification

/** Asks for the code that a device shows. */
export function sendDeviceCodePage(
  request: PageRequest,
  { typed, isUnknown = false, kept }: { typed: string; isUnknown?: boolean; kept?: string | undefined },
): void {
  sendDevicePage(request, {
    title: isUnknown ? t('common.error_title', { title: t('device.title') }) : t('device.title'),
    status: isUnknown ? 400 : 200,
    body: (
      <>
        <div class="intro">
          <h1>{t('device.title')}</h1>
          <p>{t('device.intro')}</p>
        </div>
        {isUnknown && (
          <FormErrorNotice title={t('device.not_connected')} message={t('device.unknown_code')} field="user_code" />
        )}
        <Form action={PATH} class="card">
          {kept !== undefined && <input type="hidden" name={SAVED_CHOICE_PARAM} value={kept} />}
          <Field
            name="user_code"
            label={t('device.code')}
            kind="code"
            value={typed.slice(0, 40)}
            hint={t('device.code_hint')}
            fault={isUnknown ? t('device.unknown_code') : undefined}
            required
          />
          <Button look="primary">{t('common.continue')}</Button>
        </Form>
      </>
    ),
  })
}

interface DeviceConsent extends ConsentQuestion {
  readonly typed: string
  /** The page to return to after signing in again. */
  readonly back: string
}

/**
 * Asks a user to allow an app on a device to access their account (RFC 8628 5.4: an attacker may have sent them the
 * code).
 */
export function sendDeviceConsentPage(request: PageRequest, consent: DeviceConsent): void {
  const { typed, back, client, signedIn, grant, offer, problem } = consent
  const { baseUrl } = request.services
  const title = consentTitle({ client, grant, offer })
  sendDevicePage(request, {
    title: isFault(problem) ? t('common.error_title', { title }) : title,
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
            {rich('consent.at', {
              host: new URL(baseUrl).host,
              user: <SignedInAs signedIn={signedIn} back={back} />,
            })}
          </p>
          <p>{rich('device.from', { code: <code>{formatUserCode(typed)}</code> })}</p>
        </div>
        <Notice kind="warning" title={t('device.started.title')}>
          <span>{t('device.started.advice')}</span>
        </Notice>
        <ConsentForm
          action={PATH}
          isMore={grant !== undefined}
          about={<ClientDetails client={client} grant={grant} />}
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
  request: PageRequest,
  { clientName, isAllowed }: { clientName: string; isAllowed: boolean },
): void {
  const result = isAllowed ? 'allowed' : 'denied'
  const title = t(`device.${result}.title`)
  sendDevicePage(request, {
    title,
    body: (
      <section class="card">
        <h1>{title}</h1>
        <p>{rich(`device.${result}.message`, { app: <bdi>{clientName}</bdi> })}</p>
        <p class="hint">{t('device.close')}</p>
      </section>
    ),
  })
}

/** No client opens these pages in a popup. */
const sendDevicePage = (request: PageRequest, page: Page): void =>
  sendPage(request, { ...page, isStep: true, dropsOpener: true })

function formatUserCode(typed: string): string {
  const letters = typed.replace(/[^a-z]/gi, '').toUpperCase()
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}
