import { listRequestedData } from '../../auth/identity/providers.ts'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { InvitationView } from '../../tools/invitations/view.ts'
import { ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { SignedInAs } from '../components/signed-in-as.tsx'
import { Time } from '../format/time.tsx'
import { AnswerButtons } from '../forms/answer-buttons.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'
import { reauthenticationPath } from '../sessions/reauthentication.ts'
import { ProviderForm } from '../sign-in/provider-form.tsx'
import { ROLE_DESCRIPTIONS } from './role-descriptions.ts'
import { ROLE_NAMES } from './role-names.ts'
import { INVITATION_PATH as PATH } from './saved-invitation.ts'

interface InvitePageProps {
  readonly visit: Visit
  readonly view: InvitationView
  /** The names that people read, beside the handles. */
  readonly organization: string
  readonly inviter: string | undefined
  /** Whether the person who looks is in the organization already. */
  readonly isMember: boolean
  /** Whether the answer was meant for another one, which this browser had opened before. */
  readonly isOther: boolean
}

/** Who invites to what, as what, until when; and the answer, once somebody is signed in. */
export function InvitePage(props: InvitePageProps) {
  const { visit, view, organization, isOther } = props
  const { signedIn } = visit
  return (
    <>
      {isOther && (
        <Notice kind="danger" title="Nothing was answered" isFirst>
          <p>Another invitation was opened in this browser since. This is the other one, to {view.organization}.</p>
        </Notice>
      )}
      <div class="intro">
        <h1>
          Join <NameWithHandle name={organization} handle={view.organization} />?
        </h1>
        <p>You were given an invitation on Dragoman at {new URL(visit.services.baseUrl).host}.</p>
      </div>
      <section class="card" aria-label="The invitation">
        <Facts {...props} />
        {signedIn !== undefined && !props.isMember && (
          <>
            <p class="hint">
              Its members see your handle and your name. You can leave again. Either answer uses the link up.
            </p>
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
      <dt>You would be</dt>
      <dd>
        {ROLE_NAMES[view.role]}. {ROLE_DESCRIPTIONS[view.role]}
      </dd>
      <dt>Invited by</dt>
      <dd>
        <NameWithHandle name={inviter ?? view.invited_by} handle={view.invited_by} />
      </dd>
      <dt>Ends</dt>
      <dd>
        <Time at={view.expires_at} now={services.now()} isDated />
      </dd>
      {signedIn === undefined && view.user !== undefined && (
        <>
          <dt>For</dt>
          <dd>
            <code>{view.user}</code>, and nobody else
          </dd>
        </>
      )}
      {signedIn !== undefined && (
        <>
          <dt>You are</dt>
          <dd>
            <SignedInAs signedIn={signedIn} back={PATH} />
          </dd>
        </>
      )}
    </dl>
  )
}

/** Anybody can take a name that is somebody else's; a handle is one account's alone, and stands first. */
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
      <AnswerButtons no={['decline', 'Decline']} yes={['accept', 'Accept']} />
    </Form>
  )
}

function AlreadyMember({ organization }: { readonly organization: string }) {
  return (
    <Notice kind="info" title={`You are in ${organization} already`}>
      <p>
        The invitation stays open for whom it is meant. <a href={`/o/${organization}`}>Go to {organization}</a>
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
      {providers.length > 0 && isOpenToNew && <p>Are you new here? Then this invitation lets you in.</p>}
      {providers.length > 0 && (
        <p class="hint">
          Dragoman reads there: {listRequestedData(auth).join(', ')}. It reads nothing else and keeps no access.
        </p>
      )}
      <p class={providers.length > 0 ? 'hint' : undefined}>
        {providers.length > 0 ? 'Or ask' : 'Ask'} the operator of this server for a sign-in link, or whoever sent you
        here to ask for one. Open it in this browser, and you come back to this page.
      </p>
    </section>
  )
}

interface OtherUserInvitationPageProps {
  readonly signedIn: SignedIn
  readonly back: string
}

/** To somebody who was given what is not theirs: nothing is told of it. */
export function OtherUserInvitationPage({ signedIn: { user }, back }: OtherUserInvitationPageProps) {
  return (
    <section class="card">
      <h1>This invitation is for somebody else</h1>
      <p>
        You are signed in as <strong>{user.handle}</strong>, and another person alone may answer it. If that is you,
        too, switch; else ask for an invitation of your own.
      </p>
      <div class="actions">
        <ButtonLink href={reauthenticationPath(back)}>Sign in as somebody else</ButtonLink>
        <ButtonLink href="/">Start page</ButtonLink>
      </div>
    </section>
  )
}
