import { listRequestedData } from '../../auth/sign-in/providers.ts'
import { CopyBlock } from '../components/copy-block.tsx'
import { Notice } from '../components/notice.tsx'
import { getCommandLine } from '../format/command-line.ts'
import type { Visit } from '../requests/visit.ts'
import { SAVED_CHOICE_PARAM } from '../sessions/saved-choice.ts'
import { ProviderForm } from './provider-form.tsx'

interface LoginPageProps {
  readonly visit: Visit
  /** The page to open after signing in. */
  readonly next: string | undefined
  /** The app that waits for consent, by its self-declared name. */
  readonly client: string | undefined
  /** Whether a signed-in user must sign in again. */
  readonly isAgain: boolean
  /** Whether an action needs the sign-in. */
  readonly isForAction: boolean
}

/** Signs in with a provider or with a link: there are no passwords. */
export function LoginPage({ visit, next, client, isAgain, isForAction }: LoginPageProps) {
  const { auth, baseUrl } = visit.services
  const { providers } = auth
  return (
    <>
      <div class="intro">
        <h1>{isAgain ? 'Sign in again' : 'Sign in'}</h1>
        <p>
          {isAgain && visit.signedIn !== undefined
            ? `This browser is signed in as ${visit.signedIn.user.handle}. Sign in again, or as another user.`
            : `To Dragoman at ${new URL(baseUrl).host}`}
        </p>
      </div>
      {isAgain && (isForAction || isSignInStep(next)) && (
        <Notice kind="info" title="Confirm it's you">
          <p>This action needs a sign-in within the last 10 minutes. Nothing was changed yet.</p>
        </Notice>
      )}
      {client !== undefined && (
        <Notice kind="info" title="Next: connect an app">
          <span>
            After signing in, you decide about access for <strong>{client}</strong> (unverified name). Nothing is shared
            before you allow it.
          </span>
        </Notice>
      )}
      {providers.length > 0 && (
        <section class="card" aria-label="Providers">
          {providers.map(provider => (
            <ProviderForm key={provider.kind} visit={visit} provider={provider} next={next} />
          ))}
          <p class="hint">
            Dragoman reads {listRequestedData(auth).join(', ')}. It reads nothing else and keeps no access.
          </p>
        </section>
      )}
      <section class="card">
        <h2>Sign in with a link</h2>
        <p>
          {providers.length > 0
            ? 'Run this command on the server to get a link that works once.'
            : 'Run this command on the server to get a sign-in link.'}
        </p>
        <CopyBlock label="Terminal" text={getCommandLine(visit)('login-link')} />
        <p class="hint">Open the link in this browser. If this is not your server, ask its operator for a link.</p>
      </section>
    </>
  )
}

/** Returns whether the next page restores the user's selection. */
const isSignInStep = (next: string | undefined): boolean =>
  next !== undefined && new URL(next, 'http://here.invalid').searchParams.has(SAVED_CHOICE_PARAM)
