import type { ComponentChildren } from 'preact'
import { findRelyingParty } from '../../auth/passkeys/relying-party.ts'
import { ASSETS } from '../assets/manifest.ts'
import { buttonClass } from '../components/button.tsx'
import { Form } from '../forms/form.tsx'
import { t } from '../i18n/t.ts'
import { useRequest } from '../requests/page-request.ts'
import { CONFIRM_FIELD, PASSKEY_SIGN_IN_PATH } from './paths.ts'

interface PasskeySignInProps {
  readonly next: string | undefined
  /** Whether the signed-in user confirms an action with one of their own passkeys. */
  readonly isConfirmation?: boolean
}

/** The button that signs in with a passkey. */
export function PasskeySignIn({ next, isConfirmation = false }: PasskeySignInProps) {
  const submit = t(isConfirmation ? 'passkeys.sign_in.confirm' : 'passkeys.sign_in.submit')
  return (
    <PasskeyForm action={PASSKEY_SIGN_IN_PATH} submit={submit} next={next} isPrimary={isConfirmation} isWide>
      {isConfirmation && <input type="hidden" name={CONFIRM_FIELD} value="1" />}
    </PasskeyForm>
  )
}

interface PasskeyFormProps {
  readonly action: string
  readonly submit: string
  readonly isPrimary?: boolean
  /** Whether the button is as wide as its card, like those of providers. */
  readonly isWide?: boolean
  readonly next?: string | undefined
  /** Further fields, above the button. */
  readonly children?: ComponentChildren
  /** A second button or link, beside the first. */
  readonly other?: ComponentChildren
}

/** A form whose button creates or uses a passkey. The button appears with JavaScript, in browsers that have passkeys. */
export function PasskeyForm(props: PasskeyFormProps) {
  const { action, submit, isPrimary = false, isWide = false, next, children, other } = props
  const { baseUrl } = useRequest().services
  const party = findRelyingParty(baseUrl)
  if ('obstacle' in party) {
    return (
      <>
        <p class="hint">{t(`passkeys.obstacle.${party.obstacle}`, { url: baseUrl })}</p>
        {other !== undefined && <div class="actions">{other}</div>}
      </>
    )
  }
  return (
    <Form action={action} class="stack">
      {next !== undefined && <input type="hidden" name="next" value={next} />}
      {children}
      <div
        class="passkey"
        data-passkey
        data-origin={party.origin}
        data-elsewhere={t('passkeys.script.elsewhere', { url: baseUrl })}
        data-unsupported={t('passkeys.script.unsupported')}
        data-canceled={t('passkeys.script.canceled')}
        data-exists={t('passkeys.script.exists')}
        data-failed={t('passkeys.script.failed')}
      >
        <div class="actions">
          <button type="submit" class={buttonClass({ look: isPrimary ? 'primary' : undefined, wide: isWide })} hidden>
            <PasskeyIcon />
            {submit}
          </button>
          {other}
        </div>
        <p role="status" />
        <noscript>
          <p class="hint">{t('passkeys.needs_script')}</p>
        </noscript>
      </div>
      <script type="module" src={ASSETS.passkey.path} />
    </Form>
  )
}

/** A key and a user, in the color of the text. */
function PasskeyIcon() {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d="M6 2.2a2.4 2.4 0 1 0 .01 0M1.5 13.5c0-3 1.8-4.6 4.5-4.6 1 0 1.8.2 2.5.6M12 6.6a2.2 2.2 0 0 0-.8 4.2v3.4l.9.8 1.2-1.2-.8-.9.8-.9-.6-1.1a2.2 2.2 0 0 0-.7-4.3z" />
    </svg>
  )
}
