import { ButtonLink } from '../components/button.tsx'
import { ErrorDetails } from '../components/error-details.tsx'

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
      <h1>{isSignedIn ? 'This form expired' : 'You are signed out'}</h1>
      <p>
        {isSignedIn
          ? 'Nothing was saved: the form is from before you signed in. Copy your text, reload the page, and send it again.'
          : 'Nothing was saved. Copy your text, sign in, and send it again.'}
      </p>
      {texts.map((text, at) => (
        <div key={at} class="field">
          <label for={`kept-${at}`}>Your text{texts.length > 1 && ` ${at + 1}`}</label>
          <textarea id={`kept-${at}`} readonly rows={Math.min(12, text.split('\n').length + 1)} dir="auto">
            {text.startsWith('\n') ? `\n${text}` : text}
          </textarea>
        </div>
      ))}
      <div class="actions">
        <ButtonLink href={isSignedIn ? backPath : `/login?${new URLSearchParams({ next: backPath })}`} look="primary">
          {isSignedIn ? 'Reload the page' : 'Sign in'}
        </ButtonLink>
      </div>
      <ErrorDetails />
    </section>
  )
}
