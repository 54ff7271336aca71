import { findProvider, providerLabel } from '../../auth/sign-in/providers.ts'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { IdentityRecord, SessionRecord } from '../../store/records/sign-in.ts'
import { Button } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { type Column, DataTable } from '../components/data-table.tsx'
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
  /** The current session first, then by most recent use. */
  readonly sessions: readonly Frozen<SessionRecord>[]
  readonly profile: Profile
  readonly failure: FormFailure | undefined
  /** The setting that was just saved. */
  readonly saved: string | undefined
  /** The login of the sign-in method that was just removed. */
  readonly removed: string | undefined
  /** Limits that are almost used up. */
  readonly quota: readonly string[] | undefined
}

/** The settings that users can change themselves. */
export interface Profile {
  readonly name: string
  readonly public: boolean
}

const METHOD_LABELS: Readonly<Record<SessionRecord['method'], string>> = {
  link: 'a sign-in link',
  github: 'GitHub',
  gitlab: 'GitLab',
  oidc: 'an identity provider',
}

const ACCOUNT_PATH = '/account'

/** The settings of a user: profile, visibility, sign-in methods and sessions. */
export function AccountPage(props: AccountPageProps) {
  const { failure, removed, quota } = props
  return (
    <>
      <h1>Account settings</h1>
      {failure !== undefined && <FormErrorNotice {...failure} title="The profile was not saved" />}
      <SavedNotice {...props} />
      {removed !== undefined && <Notice kind="good" title={`${removed} was removed from your sign-in methods.`} />}
      <NearLimits lines={quota} />
      <ProfileForm {...props} />
      <Visibility {...props} />
      <SignInMethods {...props} />
      <Sessions {...props} />
    </>
  )
}

/** The result of a change, read from the account instead of the URL. */
function SavedNotice({ signedIn: { user }, profile, failure, saved }: AccountPageProps) {
  if (failure !== undefined) return null
  if (saved === 'name') return <Notice kind="good" title={`Your display name is now ${profile.name}.`} />
  if (saved !== 'visibility') return null
  return <Notice kind="good" title={`${user.handle} is now ${profile.public ? 'public' : 'private'}.`} />
}

function ProfileForm({ visit, signedIn: { user }, profile, failure }: AccountPageProps) {
  return (
    <Form visit={visit} action={ACCOUNT_PATH} class="card">
      <h2>Profile</h2>
      <dl class="facts">
        <dt>Username</dt>
        <dd>{user.handle}</dd>
        <dt>Joined</dt>
        <dd>
          <Time at={user.created_at} now={visit.services.now()} />
        </dd>
        {user.operator && (
          <>
            <dt>Role</dt>
            <dd>
              <a href="/operator">Operator</a> of this server
            </dd>
          </>
        )}
      </dl>
      <Field
        name="name"
        label="Display name"
        value={profile.name}
        required
        maxlength={MAX_LINE_UNITS}
        hint="Other users see it next to your changes. Your username can't change."
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

function Visibility({ visit, signedIn: { user }, profile }: AccountPageProps) {
  return (
    <VisibilityForm visit={visit} action={ACCOUNT_PATH} account={user.handle} isPublic={profile.public} kind="personal">
      {profile.public
        ? 'Your account is public: all signed-in users of this server can read your projects, translations and voice over MCP and REST. Glossary terms, tokens and the audit log stay private.'
        : 'Your account is private: only you can see your projects.'}
    </VisibilityForm>
  )
}

const METHOD_COLUMNS: readonly Column[] = [
  { heading: 'Provider' },
  { heading: 'Account' },
  { heading: 'Last used', kind: 'wide' },
  { heading: 'Actions', kind: 'actions' },
]

function SignInMethods({ visit, signedIn: { user }, identities }: AccountPageProps) {
  const { services } = visit
  const dragoman = getCommandLine(visit)
  const open = services.auth.providers.filter(
    ({ kind, url }) => !identities.some(({ provider, issuer }) => provider === kind && issuer === url),
  )
  return (
    <section class="card">
      <h2>Sign-in methods</h2>
      {identities.length > 0 && (
        <DataTable label="Sign-in methods" columns={METHOD_COLUMNS}>
          {identities.map(identity => (
            <tr key={identity.id}>
              <th scope="row">{identityLabel(identity, visit)}</th>
              <td>{identity.login}</td>
              <td class="wide">
                <Time at={identity.last_used_at} now={services.now()} />
              </td>
              <td class="actions">
                <RemoveMethod visit={visit} identity={identity} isLast={identities.length === 1} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <p class="hint">
        {user.handle === services.auth.machineHandle ? (
          <>
            For a sign-in link, run <code>{dragoman('login-link')}</code> on the server.
          </>
        ) : (
          <>
            For a sign-in link, ask an operator to run <code>{dragoman(`login-link --user ${user.handle}`)}</code> on
            the server.
          </>
        )}
      </p>
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

interface RemoveMethodProps {
  readonly visit: Visit
  readonly identity: Frozen<IdentityRecord>
  /** Whether it is the only one. Removing it then needs confirmation on a separate page. */
  readonly isLast: boolean
}

function RemoveMethod({ visit, identity, isLast }: RemoveMethodProps) {
  const action = `/account/identities/${identity.id}/remove`
  const name = `${identityLabel(identity, visit)}, ${identity.login}`
  if (isLast) {
    return (
      <Form visit={visit} action={action}>
        <Button small look="danger" label={`Remove ${name}`}>
          Remove
        </Button>
      </Form>
    )
  }
  return (
    <Confirm
      visit={visit}
      id={identity.id}
      open="Remove"
      label={`Remove ${name}`}
      title={`Remove ${name}?`}
      action={action}
      small
    >
      <p>You can no longer sign in with it. Other browsers that signed in with it are signed out.</p>
    </Confirm>
  )
}

function identityLabel({ provider, issuer }: Frozen<IdentityRecord>, { services }: Visit): string {
  const known = findProvider(services, provider)
  return known === undefined ? new URL(issuer).host : providerLabel(known)
}

const SESSION_COLUMNS: readonly Column[] = [
  { heading: 'Browser' },
  { heading: 'Signed in', kind: 'wide' },
  { heading: 'Last used' },
  { heading: 'Actions', kind: 'actions' },
]

function Sessions({ visit, signedIn, sessions }: AccountPageProps) {
  const now = visit.services.now()
  return (
    <section class="card">
      <div class="split">
        <h2>Sessions</h2>
        <Confirm
          visit={visit}
          id="everywhere"
          open="Sign out everywhere"
          title="Sign out of all browsers?"
          action="/logout/everywhere"
          submit="Sign out of all browsers"
        >
          <p>This browser is signed out, too. Connected apps and tokens keep working.</p>
        </Confirm>
      </div>
      <DataTable label="Sessions" columns={SESSION_COLUMNS}>
        {sessions.map((session, index) => (
          <tr key={session.id}>
            <th scope="row" title={session.user_agent}>
              {browserName(session.user_agent)}{' '}
              {session.id === signedIn.session.id && <span class="badge good">This browser</span>}
              {session.address !== undefined && <span class="hint">{session.address}</span>}
            </th>
            <td class="wide">
              <Time at={session.authenticated_at} now={now} />
              <span class="hint">with {METHOD_LABELS[session.method]}</span>
            </td>
            <td>
              <Time at={session.last_used_at} now={now} />
            </td>
            <td class="actions">
              {session.id !== signedIn.session.id && (
                <Form visit={visit} action="/account/sessions/end">
                  <input type="hidden" name="session" value={session.id} />
                  <Button small label={`Sign out session ${index + 1}: ${browserName(session.user_agent)}`}>
                    Sign out
                  </Button>
                </Form>
              )}
            </td>
          </tr>
        ))}
      </DataTable>
      <p class="hint">
        Sessions expire after 14 days without use. To disconnect an app, see <a href="/account/apps">Connected apps</a>.
      </p>
    </section>
  )
}
