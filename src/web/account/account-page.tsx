import { findProvider, providerLabel } from '../../auth/sign-in/providers.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { IdentityRecord, PasskeyRecord, SessionRecord } from '../../store/records/sign-in.ts'
import { Button } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { type Column, DataTable } from '../components/data-table.tsx'
import { NearLimits } from '../components/near-limits.tsx'
import { Notice } from '../components/notice.tsx'
import { browserName } from '../format/browser-name.ts'
import { getCommandLine } from '../format/command-line.ts'
import { Time } from '../format/time.tsx'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { Facts } from '../forms/facts.tsx'
import { Field, Form } from '../forms/form.tsx'
import type { FormFailure } from '../forms/form-route.ts'
import { MAX_LINE_UNITS } from '../forms/text-validation.ts'
import { VisibilityForm } from '../forms/visibility-form.tsx'
import { rich, t } from '../i18n/t.ts'
import { PasskeysCard } from '../passkeys/passkeys-card.tsx'
import { type PageRequest, type SignedInRequest, useRequest } from '../requests/page-request.ts'
import { ProviderForm } from '../sign-in/provider-form.tsx'

interface AccountPageProps {
  readonly request: SignedInRequest
  readonly identities: readonly Frozen<IdentityRecord>[]
  readonly passkeys: readonly Frozen<PasskeyRecord>[]
  /** The current session first, then by most recent use. */
  readonly sessions: readonly Frozen<SessionRecord>[]
  readonly profile: Profile
  readonly failure: FormFailure | undefined
  readonly saved: string | undefined
  readonly removed: string | undefined
  readonly quota: readonly string[] | undefined
}

/** The settings that users can change themselves. */
export interface Profile {
  readonly name: string
  readonly public: boolean
}

const ACCOUNT_PATH = '/account'

/** The settings of a user: profile, visibility, sign-in methods and sessions. */
export function AccountPage(props: AccountPageProps) {
  const { failure, removed, quota } = props
  return (
    <>
      <h1>{t('account.title')}</h1>
      {failure !== undefined && <FormErrorNotice {...failure} title={t('account.not_saved')} />}
      <SavedNotice {...props} />
      {removed !== undefined && <Notice kind="good" title={t('account.method_removed', { login: removed })} />}
      <NearLimits lines={quota} />
      <ProfileForm {...props} />
      <Visibility {...props} />
      <PasskeysCard passkeys={props.passkeys} hasProvider={props.identities.length > 0} />
      <SignInMethods {...props} />
      <Sessions {...props} />
    </>
  )
}

const PASSKEY_CHANGES = ['passkey', 'passkey_name', 'passkey_removed'] as const

/** The result of a change, read from the account instead of the URL. */
function SavedNotice({ request, profile, failure, saved }: AccountPageProps) {
  if (failure !== undefined) return null
  const change = PASSKEY_CHANGES.find(name => name === saved)
  if (change !== undefined) return <Notice kind="good" title={t(`passkeys.saved.${change}`)} />
  if (saved === 'name') return <Notice kind="good" title={t('account.saved.name', { name: profile.name })} />
  if (saved !== 'visibility') return null
  return (
    <Notice
      kind="good"
      title={t(profile.public ? 'account.saved.public' : 'account.saved.private', {
        account: request.signedIn.user.handle,
      })}
    />
  )
}

function ProfileForm({ request, profile, failure }: AccountPageProps) {
  const { user } = request.signedIn
  return (
    <Form action={ACCOUNT_PATH} class="card">
      <h2>{t('account.profile.title')}</h2>
      <Facts
        of={{
          [t('account.profile.username')]: user.handle,
          [t('account.profile.joined')]: <Time at={user.created_at} />,
          [t('account.profile.role')]:
            user.operator && rich('account.profile.operator', { link: text => <a href="/operator">{text}</a> }),
        }}
      />
      <Field
        name="name"
        label={t('account.profile.name')}
        value={profile.name}
        required
        maxlength={MAX_LINE_UNITS}
        hint={t('account.profile.name_hint')}
        fault={failure?.field === 'name' ? failure.message : undefined}
      />
      <div class="actions">
        <Button name="setting" value="name">
          {t('common.save')}
        </Button>
      </div>
    </Form>
  )
}

function Visibility({ request, profile }: AccountPageProps) {
  return (
    <VisibilityForm
      action={ACCOUNT_PATH}
      account={request.signedIn.user.handle}
      isPublic={profile.public}
      kind="personal"
    >
      {profile.public ? t('account.visibility.public') : t('account.visibility.private')}
    </VisibilityForm>
  )
}

const listMethodColumns = (): readonly Column[] => [
  { heading: t('account.methods.columns.provider') },
  { heading: t('account.methods.columns.account') },
  { heading: t('account.methods.columns.last_used'), kind: 'wide' },
  { heading: t('account.methods.columns.actions'), kind: 'actions' },
]

function SignInMethods({ request, identities, passkeys }: AccountPageProps) {
  const {
    services,
    signedIn: { user },
  } = request
  const dragoman = getCommandLine(request)
  const open = services.auth.providers.filter(
    ({ kind, url }) => !identities.some(({ provider, issuer }) => provider === kind && issuer === url),
  )
  return (
    <section class="card">
      <h2>{t('account.methods.title')}</h2>
      {identities.length > 0 && (
        <DataTable label={t('account.methods.title')} columns={listMethodColumns()}>
          {identities.map(identity => (
            <tr key={identity.id}>
              <th scope="row">{identityLabel(identity, request)}</th>
              <td>{identity.login}</td>
              <td class="wide">
                <Time at={identity.last_used_at} />
              </td>
              <td class="actions">
                <RemoveMethod identity={identity} isLast={identities.length === 1 && passkeys.length === 0} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <p class="hint">
        {user.handle === services.auth.machineHandle
          ? rich('account.methods.link', { command: <code>{dragoman('login-link')}</code> })
          : rich('account.methods.link_of_operator', {
              command: <code>{dragoman(`login-link --user ${user.handle}`)}</code>,
            })}
      </p>
      {open.length > 0 && (
        <div class="actions">
          {open.map(provider => (
            <ProviderForm key={provider.kind} provider={provider} isAdding />
          ))}
        </div>
      )}
    </section>
  )
}

interface RemoveMethodProps {
  readonly identity: Frozen<IdentityRecord>
  /** Whether it is the only one. Removing it then needs confirmation on a separate page. */
  readonly isLast: boolean
}

function RemoveMethod({ identity, isLast }: RemoveMethodProps) {
  const action = `/account/identities/${identity.id}/remove`
  const method = t('account.methods.name', { provider: identityLabel(identity, useRequest()), login: identity.login })
  if (isLast) {
    return (
      <Form action={action}>
        <Button small look="danger" label={t('account.methods.remove.label', { method })}>
          {t('account.methods.remove.open')}
        </Button>
      </Form>
    )
  }
  return (
    <Confirm
      id={identity.id}
      open={t('account.methods.remove.open')}
      label={t('account.methods.remove.label', { method })}
      title={t('account.methods.remove.title', { method })}
      action={action}
      small
    >
      <p>{t('account.methods.remove.effect')}</p>
    </Confirm>
  )
}

function identityLabel({ provider, issuer }: Frozen<IdentityRecord>, { services }: PageRequest): string {
  const known = findProvider(services, provider)
  return known === undefined ? new URL(issuer).host : providerLabel(known)
}

const listSessionColumns = (): readonly Column[] => [
  { heading: t('account.sessions.columns.browser') },
  { heading: t('account.sessions.columns.signed_in'), kind: 'wide' },
  { heading: t('account.sessions.columns.last_used') },
  { heading: t('account.sessions.columns.actions'), kind: 'actions' },
]

function Sessions({ request, sessions }: AccountPageProps) {
  return (
    <section class="card">
      <div class="split">
        <h2>{t('account.sessions.title')}</h2>
        <Confirm
          id="everywhere"
          open={t('account.sessions.everywhere.open')}
          title={t('account.sessions.everywhere.title')}
          action="/logout/everywhere"
          submit={t('account.sessions.everywhere.submit')}
        >
          <p>{t('account.sessions.everywhere.effect')}</p>
        </Confirm>
      </div>
      <DataTable label={t('account.sessions.title')} columns={listSessionColumns()}>
        {sessions.map((session, index) => (
          <tr key={session.id}>
            <th scope="row" title={session.user_agent}>
              {browserName(session.user_agent)}{' '}
              {session.id === request.signedIn.session.id && (
                <span class="badge good">{t('account.sessions.this_browser')}</span>
              )}
              {session.address !== undefined && <span class="hint">{session.address}</span>}
            </th>
            <td class="wide">
              <Time at={session.authenticated_at} />
              <span class="hint">{t(`account.sessions.with.${session.method}`)}</span>
            </td>
            <td>
              <Time at={session.last_used_at} />
            </td>
            <td class="actions">
              {session.id !== request.signedIn.session.id && (
                <Form action="/account/sessions/end">
                  <input type="hidden" name="session" value={session.id} />
                  <Button
                    small
                    label={t('account.sessions.sign_out_label', {
                      number: index + 1,
                      browser: browserName(session.user_agent),
                    })}
                  >
                    {t('account.sessions.sign_out')}
                  </Button>
                </Form>
              )}
            </td>
          </tr>
        ))}
      </DataTable>
      <p class="hint">{rich('account.sessions.expiration', { link: text => <a href="/account/apps">{text}</a> })}</p>
    </section>
  )
}
