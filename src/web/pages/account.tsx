import { findProvider, providerLabel } from '../../auth/identity/providers.ts'
import type { SignedIn } from '../../auth/sessions.ts'
import type { IdentityRecord, SessionRecord } from '../../store/records/sign-in.ts'
import type { Frozen } from '../../store/store.ts'
import { browserName } from '../browser-name.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Form } from '../components/form.tsx'
import { LinkCommand } from '../components/link-command.tsx'
import { ProviderForm } from '../components/provider-form.tsx'
import { Time } from '../components/time.tsx'
import type { Visit } from '../visit.ts'

interface AccountProps {
  readonly visit: Visit
  readonly signedIn: SignedIn
  readonly identities: readonly Frozen<IdentityRecord>[]
  /** This one first, then by newest use. */
  readonly sessions: readonly Frozen<SessionRecord>[]
}

const METHODS: Readonly<Record<SessionRecord['method'], string>> = {
  link: 'a link',
  github: 'GitHub',
  gitlab: 'GitLab',
  oidc: 'a provider',
}

/** Who a person is here, how they sign in, and where they are signed in. */
export function Account({ visit, signedIn, identities, sessions }: AccountProps) {
  const { user } = signedIn
  return (
    <>
      <div class="split">
        <h1>{user.name}</h1>
        <Form visit={visit} action="/logout">
          <Button>Sign out</Button>
        </Form>
      </div>
      <section class="card">
        <h2>Profile</h2>
        <dl class="facts">
          <dt>Handle</dt>
          <dd>{user.handle}</dd>
          <dt>Here since</dt>
          <dd>
            <Time at={user.created_at} now={visit.services.now()} />
          </dd>
          <dt>Role</dt>
          <dd>{user.operator ? 'Operates this service' : 'Member'}</dd>
        </dl>
        <div class="actions">
          <ButtonLink href="/account/apps">Connected apps</ButtonLink>
        </div>
      </section>
      <Methods visit={visit} identities={identities} />
      <Sessions visit={visit} signedIn={signedIn} sessions={sessions} />
    </>
  )
}

function Methods({ visit, identities }: Pick<AccountProps, 'visit' | 'identities'>) {
  const { services } = visit
  const open = services.auth.providers.filter(
    ({ kind, url }) => !identities.some(({ provider, issuer }) => provider === kind && issuer === url),
  )
  return (
    <section class="card">
      <h2>Ways to sign in</h2>
      <ul class="rows">
        {identities.map(identity => (
          <li key={identity.id}>
            <div>
              <span class="name">{labelOf(identity, visit)}</span>
              <span class="hint">
                {identity.login}, last used <Time at={identity.last_used_at} now={services.now()} />
              </span>
            </div>
            <Form visit={visit} action={`/account/identities/${identity.id}/remove`}>
              <Button small>Remove</Button>
            </Form>
          </li>
        ))}
        <li>
          <div>
            <span class="name">Sign-in link</span>
            <span class="hint">
              <LinkCommand /> on the machine that runs the service prints one.
            </span>
          </div>
        </li>
      </ul>
      {identities.length > 0 && (
        <p class="hint">What you remove also signs out the other browsers that signed in by it.</p>
      )}
      {open.length > 0 && (
        <div class="actions">
          {open.map(provider => (
            <ProviderForm key={provider.kind} visit={visit} provider={provider} isAdding />
          ))}
        </div>
      )}
    </section>
  )
}

function labelOf({ provider, issuer }: Frozen<IdentityRecord>, { services }: Visit): string {
  const known = findProvider(services, provider)
  return known === undefined ? new URL(issuer).host : providerLabel(known)
}

function Sessions({ visit, signedIn, sessions }: Omit<AccountProps, 'identities'>) {
  const now = visit.services.now()
  return (
    <section class="card">
      <h2>Where you are signed in</h2>
      <ul class="rows">
        {sessions.map(session => (
          <li key={session.id}>
            <div>
              <span class="name">
                {browserName(session.user_agent)}
                {session.id === signedIn.session.id && <span class="badge good">This browser</span>}
              </span>
              <span class="hint" title={session.user_agent}>
                Used <Time at={session.last_used_at} now={now} />
                {session.address !== undefined && ` from ${session.address}`}, signed in by {METHODS[session.method]}{' '}
                <Time at={session.authenticated_at} now={now} />
              </span>
            </div>
            {session.id !== signedIn.session.id && (
              <Form visit={visit} action="/account/sessions/end">
                <input type="hidden" name="session" value={session.id} />
                <Button small>Sign out</Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <Form visit={visit} action="/logout/everywhere" class="split">
        <p class="hint">A session ends when it was not used for 14 days. Connected apps stay connected.</p>
        <Button look="danger">Sign out everywhere</Button>
      </Form>
    </section>
  )
}
