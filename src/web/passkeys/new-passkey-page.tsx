import { MAX_PASSKEYS } from '../../auth/passkeys/passkeys.ts'
import type { SignedIn } from '../../auth/users/sessions.ts'
import { ButtonLink } from '../components/button.tsx'
import { Field } from '../forms/field.tsx'
import { MAX_LINE_UNITS } from '../forms/text-validation.ts'
import { rich, t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { PasskeyForm } from './passkey-form.tsx'
import { PASSKEYS_PATH } from './paths.ts'

interface NewPasskeyPageProps {
  readonly request: PageRequest
  readonly signedIn: SignedIn
  /** The path to open afterwards; undefined for the account page. */
  readonly next: string | undefined
  /** The number of the user's passkeys. */
  readonly count: number
  /** The suggested name. */
  readonly name: string
}

/** Offers to create a passkey: from the account page, and after a sign-in by link. */
export function NewPasskeyPage({ request, signedIn: { user }, next, count, name }: NewPasskeyPageProps) {
  const isFull = count >= MAX_PASSKEYS
  const leave = (
    <ButtonLink href={next ?? '/account'}>{t(next === undefined ? 'common.cancel' : 'passkeys.new.later')}</ButtonLink>
  )
  return (
    <section class="card">
      <h1>{t('passkeys.new.title')}</h1>
      <p>{t('passkeys.new.intro', { user: user.handle })}</p>
      {count > 0 && <p>{rich('passkeys.new.existing', { count, link: text => <a href="/account">{text}</a> })}</p>}
      {isFull ? (
        <>
          <p>{t('passkeys.errors.full.message', { max: MAX_PASSKEYS })}</p>
          <div class="actions">{leave}</div>
        </>
      ) : (
        <PasskeyForm
          request={request}
          action={PASSKEYS_PATH}
          submit={t('passkeys.new.submit')}
          next={next}
          other={leave}
          isPrimary
        >
          <Field
            name="name"
            label={t('passkeys.new.name')}
            hint={t('passkeys.new.name_hint')}
            value={name}
            maxlength={MAX_LINE_UNITS}
          />
        </PasskeyForm>
      )}
      {next !== undefined && <p class="hint">{t('passkeys.new.later_hint')}</p>}
    </section>
  )
}
