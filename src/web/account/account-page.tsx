import { findProvider, providerLabel } from '../../auth/identity/providers.ts'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { IdentityRecord, SessionRecord } from '../../store/records/sign-in.ts'
import { Button } from '../components/button.tsx'
import { NearLimits } from '../components/near-limits.tsx'
import { Notice } from '../components/notice.tsx'
import { browserName } from '../format/browser-name.ts'
import { getCommandLine } from '../format/command-line.ts'
import { Time } from '../format/time.tsx'
import type { FormFailure } from '../forms/attempt.ts'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { MAX_LINE_UNITS } from '../forms/text-validation.ts'
import { VisibilityForm } from '../forms/visibility-form.tsx'
import type { Visit } from '../requests/visit.ts'
import { ProviderForm } from '../sign-in/provider-form.tsx'

interface AccountPageProps {
  readonly visit: Visit
  readonly signedIn: SignedIn
  readonly identities: readonly Frozen<IdentityRecord>[]
  /** This one first, then by newest use. */
  readonly sessions: readonly Frozen<SessionRecord>[]
  readonly profile: Profile
  readonly failure: FormFailure | undefined
  /** What was saved just before. */
  readonly saved: string | undefined
  /** The login of the way to sign in that was removed just before. */
  readonly removed: string | undefined
  /** Limits that are almost used up. */
  readonly quota: readonly string[] | undefined
}

/** What a person tells of themself. */
export interface Profile {
  readonly name: string
  readonly public: boolean
}

const METHOD_LABELS: Readonly<Record<SessionRecord['method'], string>> = {
  link: 'a link',
  github: 'GitHub',
  gitlab: 'GitLab',
  oidc: 'a provider',
}

/** Who a person is here, how they sign in, and where they are signed in. */
export function AccountPage(props: AccountPageProps) {
  const { visit, signedIn, failure, removed, quota } = props
  return (
    <>
      <div class="split">
        <h1>
          <bdi>{signedIn.user.name}</bdi>
        </h1>
        <Form visit={visit} action="/logout">
          <Button>Sign out</Button>
        </Form>
      </div>
      {failure !== undefined && <FormErrorNotice {...failure} />}
      <SavedNotice {...props} />
      {removed !== undefined && <Notice kind="good" title={`${removed} is removed from your ways to sign in`} />}
      <NearLimits lines={quota} />
      <ProfileForm {...props} />
      <Visibility {...props} />
      <IdentityList {...props} />
      <Sessions {...props} />
    </>
  )
}

/** How it stands after a change, whatever the address says. */
function SavedNotice({ profile, failure, saved }: AccountPageProps) {
  if (failure !== undefined) return null
  if (saved === 'name') return <Notice kind="good" title={`Your name is ${profile.name}.`} />
  if (saved !== 'visibility') return null
  return <Notice kind="good" title={`Your personal account is ${profile.public ? 'public' : 'private'} now.`} />
}

function Visibility({ visit, profile }: AccountPageProps) {
  const isPublic = profile.public
  return (
    <VisibilityForm visit={visit} action="/account" isPublic={isPublic}>
      Your personal account is {isPublic ? 'public' : 'private'}. {isPublic ? 'Anybody' : 'When it is public, anybody'}{' '}
      who is signed in to this service may read your own projects, their texts and translations, and your voice. Nobody
      else can change anything, and terms, tokens and the audit log stay yours alone.
    </VisibilityForm>
  )
}

function ProfileForm({ visit, signedIn: { user }, profile, failure }: AccountPageProps) {
  return (
    <Form visit={visit} action="/account" class="card">
      <h2>Profile</h2>
      <dl class="facts">
        <dt>Handle</dt>
        <dd>{user.handle}</dd>
        <dt>Here since</dt>
        <dd>
          <Time at={user.created_at} now={visit.services.now()} />
        </dd>
        {user.operator && (
          <>
            <dt>Role</dt>
            <dd>
              You <a href="/operator">operate this service</a>
            </dd>
          </>
        )}
      </dl>
      <Field
        name="name"
        label="Name"
        value={profile.name}
        required
        maxlength={MAX_LINE_UNITS}
        hint="What others read beside what you write. The handle stays: projects are named by it."
        fault={failure?.field === 'name' ? failure.message : undefined}
      />
      <div class="actions">
        <Button name="setting" value="name">
          Save
        </Button>
      </div>
    </Form>
  )
}

function IdentityList({ visit, signedIn: { user }, identities }: AccountPageProps) {
  const { services } = visit
  const dragoman = getCommandLine(visit)
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
              <span class="name">{identityLabel(identity, visit)}</span>
              <span class="hint">
                {identity.login}, last used <Time at={identity.last_used_at} now={services.now()} />
              </span>
            </div>
            <Form visit={visit} action={`/account/identities/${identity.id}/remove`}>
              <Button small label={`Remove ${identityLabel(identity, visit)}, ${identity.login}`}>
                Remove
              </Button>
            </Form>
          </li>
        ))}
        <li>
          <div>
            <span class="name">Sign-in link</span>
            <span class="hint">
              {user.handle === services.auth.machineHandle ? (
                <>
                  To get one, run <code>{dragoman('login-link')}</code> on the server.
                </>
              ) : (
                <>
                  Ask an operator of this server for one. They run{' '}
                  <code>{dragoman(`login-link --user ${user.handle}`)}</code> on the server.
                </>
              )}
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

function identityLabel({ provider, issuer }: Frozen<IdentityRecord>, { services }: Visit): string {
  const known = findProvider(services, provider)
  return known === undefined ? new URL(issuer).host : providerLabel(known)
}

function Sessions({ visit, signedIn, sessions }: AccountPageProps) {
  const now = visit.services.now()
  return (
    <section class="card">
      <h2>Where you are signed in</h2>
      <ul class="rows">
        {sessions.map((session, index) => (
          <li key={session.id}>
            <div>
              <span class="name">
                {browserName(session.user_agent)}
                {session.id === signedIn.session.id && <span class="badge good">This browser</span>}
              </span>
              <span class="hint" title={session.user_agent}>
                Used <Time at={session.last_used_at} now={now} />
                {session.address !== undefined && ` from ${session.address}`}, signed in by{' '}
                {METHOD_LABELS[session.method]} <Time at={session.authenticated_at} now={now} />
              </span>
            </div>
            {session.id !== signedIn.session.id && (
              <Form visit={visit} action="/account/sessions/end">
                <input type="hidden" name="session" value={session.id} />
                <Button small label={`Sign out ${browserName(session.user_agent)}, number ${index + 1} of this list`}>
                  Sign out
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <Form visit={visit} action="/logout/everywhere" class="split">
        <p class="hint">
          A session ends after 14 days without use. <a href="/account/apps">Connected apps</a> stay connected.
        </p>
        <Button look="danger">Sign out everywhere</Button>
      </Form>
    </section>
  )
}
