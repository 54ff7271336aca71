import { ButtonLink } from '../components/button.tsx'
import { ErrorDetails } from '../components/error-details.tsx'

interface KeptTextPageProps {
  /** The texts of the form. */
  readonly texts: readonly string[]
  readonly signInPath: string
}

/** A form whose user was signed out meanwhile. Nothing was saved; the page keeps what the user wrote. */
export function KeptTextPage({ texts, signInPath }: KeptTextPageProps) {
  return (
    <section class="card">
      <h1>You are signed out</h1>
      <p>Nothing was saved. Copy your text, sign in, and send it again.</p>
      {texts.map((text, at) => (
        <div key={at} class="field">
          <label for={`kept-${at}`}>Your text{texts.length > 1 && ` ${at + 1}`}</label>
          <textarea id={`kept-${at}`} readonly rows={Math.min(12, text.split('\n').length + 1)} dir="auto">
            {text.startsWith('\n') ? `\n${text}` : text}
          </textarea>
        </div>
      ))}
      <div class="actions">
        <ButtonLink href={signInPath} look="primary">
          Sign in
        </ButtonLink>
      </div>
      <ErrorDetails />
    </section>
  )
}
