import { ButtonLink } from '../components/button.tsx'

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
      {isEverywhere ? (
        <p>All browsers are signed out. Connected apps stay connected.</p>
      ) : (
        <p>
          If you just selected “Sign out everywhere”, it worked. Otherwise, other browsers may still be signed in. Sign
          in and try again.
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
