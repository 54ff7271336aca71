import { ButtonLink } from '../components/button.tsx'

interface SignedOutPageProps {
  readonly title: string
  /** Whether this press ended every session; false when there was none that it could have ended. */
  readonly isEverywhere: boolean
}

/** What "Sign out everywhere" has done. */
export function SignedOutPage({ title, isEverywhere }: SignedOutPageProps) {
  return (
    <section class="card">
      <h1>{title}</h1>
      {isEverywhere ? (
        <p>Every browser has to sign in again. Connected apps stay connected.</p>
      ) : (
        <p>
          If you pressed “Sign out everywhere” just before, that worked. If you did not, other browsers may still be
          signed in: sign in and press it again.
        </p>
      )}
      <div class="actions">
        <ButtonLink href="/login" look="primary">
          Sign in
        </ButtonLink>
        <ButtonLink href="/">Start page</ButtonLink>
      </div>
    </section>
  )
}
