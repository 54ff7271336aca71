import { ORGANIZATION_ROLES } from '../../auth/policy/organization-roles.ts'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { InvitationView } from '../../tools/invitations/view.ts'
import { ButtonLink } from '../components/button.tsx'
import { ErrorDetails } from '../components/error-details.tsx'
import { Notice } from '../components/notice.tsx'
import { SignedInAs } from '../components/signed-in-as.tsx'
import { Time } from '../format/time.tsx'
import { AnswerButtons } from '../forms/answer-buttons.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'
import { reauthenticationPath } from '../sessions/reauthentication.ts'
import { ProviderForm } from '../sign-in/provider-form.tsx'
import { describeRequestedData } from '../sign-in/requested-data.ts'
import { ROLE_NAMES } from './role-names.ts'
import { INVITATION_PATH as PATH } from './saved-invitation.ts'

interface InvitePageProps {
  readonly visit: Visit
  readonly view: InvitationView
  /** Display names, shown after the handles. */
  readonly organization: string
  readonly inviter: string | undefined
  /** Whether the signed-in user is already a member. */
  readonly isMember: boolean
  /** Whether the answer was for another invitation, which was opened earlier in this browser. */
  readonly isOther: boolean
}

/** An invitation with its facts, and the answer of the signed-in user. */
export function InvitePage(props: InvitePageProps) {
  const { visit, view, organization, isOther } = props
  const { signedIn } = visit
  return (
    <>
      {isOther && (
        <Notice kind="danger" title="Your answer was not sent" isFirst>
          <p>This browser has opened another invitation since: this one, to {view.organization}.</p>
          <ErrorDetails />
        </Notice>
      )}
      <div class="intro">
        <h1>
          Join <NameWithHandle name={organization} handle={view.organization} />?
        </h1>
        <p>You are invited to an organization on Dragoman at {new URL(visit.services.baseUrl).host}.</p>
      </div>
      <section class="card" aria-label="The invitation">
        <Facts {...props} />
        {signedIn !== undefined && !props.isMember && (
          <>
            <p class="hint">Its members can see your username and display name. You can answer once.</p>
            <AnswerForm visit={visit} id={view.id} />
          </>
        )}
      </section>
      {props.isMember && <AlreadyMember organization={view.organization} />}
      {signedIn === undefined && <WaysToSignIn visit={visit} isForOne={view.user !== undefined} />}
    </>
  )
}

function Facts({ visit: { services, signedIn }, view, organization, inviter }: InvitePageProps) {
  return (
    <dl class="facts">
      <dt>Organization</dt>
      <dd>
        <NameWithHandle name={organization} handle={view.organization} />
      </dd>
      <dt>Role</dt>
      <dd>
        {ROLE_NAMES[view.role]}. {ORGANIZATION_ROLES[view.role]}
      </dd>
      <dt>Invited by</dt>
      <dd>
        <NameWithHandle name={inviter ?? view.invited_by} handle={view.invited_by} />
      </dd>
      <dt>Expires</dt>
      <dd>
        <Time at={view.expires_at} now={services.now()} isDated />
      </dd>
      {signedIn === undefined && view.user !== undefined && (
        <>
          <dt>For</dt>
          <dd>
            Only <code>{view.user}</code>
          </dd>
        </>
      )}
      {signedIn !== undefined && (
        <>
          <dt>Signed in as</dt>
          <dd>
            <SignedInAs signedIn={signedIn} back={PATH} />
          </dd>
        </>
      )}
    </dl>
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

function AnswerForm({ visit, id }: { readonly visit: Visit; readonly id: string }) {
  return (
    <Form visit={visit} action={PATH}>
      <input type="hidden" name="invitation" value={id} />
      <AnswerButtons no={['decline', 'Decline']} yes={['accept', 'Join']} />
    </Form>
  )
}

function AlreadyMember({ organization }: { readonly organization: string }) {
  return (
    <Notice kind="info" title={`You are already a member of ${organization}`}>
      <p>
        The invitation stays open. <a href={`/o/${organization}`}>Go to {organization}</a>
      </p>
    </Notice>
  )
}

function WaysToSignIn({ visit, isForOne }: { readonly visit: Visit; readonly isForOne: boolean }) {
  const { auth } = visit.services
  const { providers, allowed } = auth
  const isOpenToNew = !isForOne && allowed.length === 0
  return (
    <section class="card">
      <h2>Sign in to answer</h2>
      {providers.map(provider => (
        <ProviderForm key={provider.kind} visit={visit} provider={provider} next={PATH} />
      ))}
      {providers.length > 0 && isOpenToNew && <p>You don't need an account yet: signing in creates one.</p>}
      {providers.length > 0 && <p class="hint">{describeRequestedData(auth, 'only_reads')}</p>}
      <p class={providers.length > 0 ? 'hint' : undefined}>
        {providers.length > 0 ? 'Or ask' : 'Ask'} an operator of this server for a sign-in link. Open it in this browser
        to return to this page.
      </p>
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
      <h1>This invitation is for another user</h1>
      <p>
        You are signed in as <strong>{user.handle}</strong>. Sign in as the invited user, or ask for an invitation of
        your own.
      </p>
      <div class="actions">
        <ButtonLink href={reauthenticationPath(back)}>Sign in as another user</ButtonLink>
        <ButtonLink href="/">Start page</ButtonLink>
      </div>
    </section>
  )
}
