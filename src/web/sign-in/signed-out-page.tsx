import { ButtonLink } from '../components/button.tsx'
import { t } from '../i18n/t.ts'

interface SignedOutPageProps {
  readonly title: string
  /** Whether this request ended every session; false when the session had already ended. */
  readonly isEverywhere: boolean
}

/** The result of "Sign out everywhere". */
export function SignedOutPage({ title, isEverywhere }: SignedOutPageProps) {
  return (
    <section class="card">
      <h1>{title}</h1>
      {isEverywhere ? <p>{t('sign_in.signed_out.everywhere')}</p> : <p>{t('sign_in.signed_out.maybe')}</p>}
      <div class="actions">
        <ButtonLink href="/login" look="primary">
          {t('common.sign_in')}
        </ButtonLink>
        <ButtonLink href="/">{t('sign_in.signed_out.start_page')}</ButtonLink>
      </div>
    </section>
  )
}
