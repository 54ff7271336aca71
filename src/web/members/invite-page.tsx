import type { SignedIn } from '../../auth/users/sessions.ts'
import type { InvitationView } from '../../tools/invitations/view.ts'
import { ButtonLink } from '../components/button.tsx'
import { ErrorDetails } from '../components/error-details.tsx'
import { Notice } from '../components/notice.tsx'
import { SignedInAs } from '../components/signed-in-as.tsx'
import { Time } from '../format/time.tsx'
import { AnswerButtons } from '../forms/answer-buttons.tsx'
import { Facts } from '../forms/facts.tsx'
import { Field, Form } from '../forms/form.tsx'
import { rich, t } from '../i18n/t.ts'
import { PasskeyForm, PasskeySignIn } from '../passkeys/passkey-form.tsx'
import { SIGN_UP_PATH } from '../passkeys/paths.ts'
import { useRequest } from '../requests/page-request.ts'
import { reauthenticationPath } from '../sessions/reauthentication.ts'
import { describeRequestedData, ProviderForm } from '../sign-in/provider-form.tsx'
import { describeRole, roleName } from './role-names.ts'
import { INVITATION_PATH as PATH } from './saved-invitation.ts'

interface InvitePageProps {
  readonly view: InvitationView
  /** Display names, shown after the handles. */
  readonly organization: string
  readonly inviter: string | undefined
  readonly isMember: boolean
  /** Whether the answer was for another invitation, which was opened earlier in this browser. */
  readonly isOther: boolean
}

/** An invitation with its facts, and the answer of the signed-in user. */
export function InvitePage(props: InvitePageProps) {
  const { view, organization, isOther } = props
  const { signedIn, services } = useRequest()
  return (
    <>
      {isOther && (
        <Notice kind="danger" title={t('members.answer.not_sent')} isFirst>
          <p>{t('members.answer.other', { organization: view.organization })}</p>
          <ErrorDetails />
        </Notice>
      )}
      <div class="intro">
        <h1>
          {rich('members.answer.title', {
            organization: <NameWithHandle name={organization} handle={view.organization} />,
          })}
        </h1>
        <p>{t('members.answer.intro', { host: new URL(services.baseUrl).host })}</p>
      </div>
      <section class="card" aria-label={t('members.answer.label')}>
        <InvitationFacts {...props} />
        {signedIn !== undefined && !props.isMember && (
          <>
            <p class="hint">{t('members.answer.hint')}</p>
            <AnswerForm id={view.id} />
          </>
        )}
      </section>
      {props.isMember && <AlreadyMember organization={view.organization} />}
      {signedIn === undefined && <WaysToSignIn isForOne={view.user !== undefined} />}
    </>
  )
}

function InvitationFacts({ view, organization, inviter }: InvitePageProps) {
  const { signedIn } = useRequest()
  return (
    <Facts
      of={{
        [t('members.answer.facts.organization')]: <NameWithHandle name={organization} handle={view.organization} />,
        [t('members.answer.facts.role')]: t('members.answer.facts.role_rights', {
          role: roleName(view.role),
          rights: describeRole(view.role),
        }),
        [t('members.answer.facts.inviter')]: (
          <NameWithHandle name={inviter ?? view.invited_by} handle={view.invited_by} />
        ),
        [t('members.answer.facts.expires')]: <Time at={view.expires_at} isDated />,
        [t('members.answer.facts.recipient')]:
          signedIn === undefined &&
          view.user !== undefined &&
          rich('members.answer.facts.only', { user: <code>{view.user}</code> }),
        [t('members.answer.facts.me')]: signedIn !== undefined && <SignedInAs signedIn={signedIn} back={PATH} />,
      }}
    />
  )
}

/** The handle precedes the name: it is unique, and display names are not. */
function NameWithHandle({ name, handle }: { readonly name: string; readonly handle: string }) {
  return (
    <>
      <code>{handle}</code>
      {name !== handle && (
        <>
          {' '}
          (<bdi>{name}</bdi>)
        </>
      )}
    </>
  )
}

function AnswerForm({ id }: { readonly id: string }) {
  return (
    <Form action={PATH}>
      <input type="hidden" name="invitation" value={id} />
      <AnswerButtons no={['decline', t('members.answer.decline')]} yes={['accept', t('members.answer.join')]} />
    </Form>
  )
}

function AlreadyMember({ organization }: { readonly organization: string }) {
  return (
    <Notice kind="info" title={t('members.answer.member.title', { organization })}>
      <p>
        {rich('members.answer.member.advice', {
          organization,
          link: text => <a href={`/o/${organization}`}>{text}</a>,
        })}
      </p>
    </Notice>
  )
}

function WaysToSignIn({ isForOne }: { readonly isForOne: boolean }) {
  const { auth } = useRequest().services
  const { providers, allowed } = auth
  const isOpenToNew = !isForOne && allowed.length === 0
  return (
    <>
      {isOpenToNew && <SignUp />}
      <section class="card">
        <h2>{t('members.answer.sign_in.title')}</h2>
        <PasskeySignIn next={PATH} />
        {providers.map(provider => (
          <ProviderForm key={provider.kind} provider={provider} next={PATH} />
        ))}
        {providers.length > 0 && isOpenToNew && <p>{t('members.answer.sign_in.creates')}</p>}
        {providers.length > 0 && <p class="hint">{describeRequestedData(auth, 'only_reads')}</p>}
        <p class={providers.length > 0 ? 'hint' : undefined}>
          {t(providers.length > 0 ? 'members.answer.sign_in.or_link' : 'members.answer.sign_in.link')}
        </p>
      </section>
    </>
  )
}

/** Creates a user for the invitation, with a passkey. */
function SignUp() {
  return (
    <section class="card">
      <h2>{t('passkeys.sign_up.title')}</h2>
      <p>{t('passkeys.sign_up.intro')}</p>
      <PasskeyForm action={SIGN_UP_PATH} submit={t('passkeys.sign_up.submit')} isPrimary>
        <Field
          name="username"
          label={t('passkeys.sign_up.username')}
          hint={t('passkeys.sign_up.username_hint')}
          maxlength={39}
          autocomplete="username"
          required
        />
      </PasskeyForm>
    </section>
  )
}

interface OtherUserInvitationPageProps {
  readonly signedIn: SignedIn
  readonly back: string
}

/** Shown to a user who opened another user's invitation, without its content. */
export function OtherUserInvitationPage({ signedIn: { user }, back }: OtherUserInvitationPageProps) {
  return (
    <section class="card">
      <h1>{t('members.answer.another.title')}</h1>
      <p>{rich('members.answer.another.advice', { user: <strong>{user.handle}</strong> })}</p>
      <div class="actions">
        <ButtonLink href={reauthenticationPath(back)}>{t('members.answer.another.sign_in')}</ButtonLink>
        <ButtonLink href="/">{t('members.answer.another.start')}</ButtonLink>
      </div>
    </section>
  )
}
