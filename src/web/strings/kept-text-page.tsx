import { ButtonLink } from '../components/button.tsx'
import { ErrorDetails } from '../components/error-details.tsx'
import { textAreaContent } from '../forms/text-area-content.ts'
import { t } from '../i18n/t.ts'

interface KeptTextPageProps {
  /** The texts of the form. */
  readonly texts: readonly string[]
  /** Whether the user has a session, other than the one for which the form was created. */
  readonly isSignedIn: boolean
  /** The page with the form. */
  readonly backPath: string
}

/** A form whose session has ended. Nothing was saved; the page keeps what the user wrote. */
export function KeptTextPage({ texts, isSignedIn, backPath }: KeptTextPageProps) {
  return (
    <section class="card">
      <h1>{t(isSignedIn ? 'strings.kept.expired_title' : 'strings.kept.signed_out_title')}</h1>
      <p>{t(isSignedIn ? 'strings.kept.expired_why' : 'strings.kept.signed_out_why')}</p>
      {texts.map((text, at) => (
        <div key={at} class="field">
          <label for={`kept-${at}`}>
            {texts.length > 1 ? t('strings.kept.text_numbered', { at: String(at + 1) }) : t('strings.kept.text')}
          </label>
          <textarea id={`kept-${at}`} readonly rows={Math.min(12, text.split('\n').length + 1)} dir="auto">
            {textAreaContent(text)}
          </textarea>
        </div>
      ))}
      <div class="actions">
        <ButtonLink href={isSignedIn ? backPath : `/login?${new URLSearchParams({ next: backPath })}`} look="primary">
          {t(isSignedIn ? 'strings.kept.reload' : 'layout.sign_in')}
        </ButtonLink>
      </div>
      <ErrorDetails />
    </section>
  )
}
