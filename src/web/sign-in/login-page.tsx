import { listRequestedData } from '../../auth/identity/providers.ts'
import { CopyBlock } from '../components/copy-block.tsx'
import { Notice } from '../components/notice.tsx'
import { getCommandLine } from '../format/command-line.ts'
import type { Visit } from '../requests/visit.ts'
import { SAVED_CHOICE_PARAM } from '../sessions/saved-choice.ts'
import { ProviderForm } from './provider-form.tsx'

interface LoginPageProps {
  readonly visit: Visit
  /** A path of ours that the person wants to see. */
  readonly next: string | undefined
  /** The program that waits to be connected, by the name that it gives itself. */
  readonly client: string | undefined
  /** Whether somebody is signed in who has to prove it again. */
  readonly isAgain: boolean
}

/** No password: a provider or a link says who a person is. */
export function LoginPage({ visit, next, client, isAgain }: LoginPageProps) {
  const { auth, baseUrl } = visit.services
  const { providers } = auth
  return (
    <>
      <div class="intro">
        <h1>{isAgain ? 'Sign in again' : 'Sign in'}</h1>
        <p>
          {isAgain && visit.signedIn !== undefined
            ? `This browser is signed in as ${visit.signedIn.user.handle}. Prove it again, or sign in as somebody else.`
            : `To Dragoman at ${new URL(baseUrl).host}`}
        </p>
      </div>
      {isAgain && isSignInStep(next) && (
        <Notice kind="info">
          <span>
            Nothing was done yet: this needs a sign-in of the last ten minutes. Sign in, and then press it again.
          </span>
        </Notice>
      )}
      {client !== undefined && (
        <Notice kind="info" title="Next: connect an app">
          <span>
            You go on to connect <strong>{client}</strong> (the name that it gives itself, unverified). Nothing is
            shared before you allow it.
          </span>
        </Notice>
      )}
      {providers.length > 0 && (
        <section class="card" aria-label="Providers">
          {providers.map(provider => (
            <ProviderForm key={provider.kind} visit={visit} provider={provider} next={next} />
          ))}
          <p class="hint">
            Dragoman reads there: {listRequestedData(auth).join(', ')}. It reads nothing else and keeps no access.
          </p>
        </section>
      )}
      <section class="card">
        <h2>{providers.length > 0 ? 'Or by a sign-in link' : 'By a sign-in link'}</h2>
        <p>
          {providers.length > 0
            ? 'To get a link that works once, run this command on the server.'
            : 'When Dragoman starts in a terminal, it prints a link that works once. For a new one, run this command on the server.'}
        </p>
        <CopyBlock label="Terminal" text={getCommandLine(visit)('login-link')} />
        <p class="hint">
          Open the link in this browser to continue. If this is not your server, ask its operator for a link.
        </p>
      </section>
    </>
  )
}

/** Whether the page that comes next keeps what the person had pressed or chosen there. */
const isSignInStep = (next: string | undefined): boolean =>
  next !== undefined && new URL(next, 'http://here.invalid').searchParams.has(SAVED_CHOICE_PARAM)
