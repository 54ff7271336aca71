import type { MemberView } from '../../tools/members/view.ts'
import type { OrganizationView } from '../../tools/organizations/view.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { Paging } from '../components/paging.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import { isAdmin, OrganizationFrame } from '../layout/organization-frame.tsx'
import type { Visit } from '../requests/visit.ts'
import { ROLE_NAMES } from './role-names.ts'

interface MembersPageProps {
  readonly visit: Visit
  readonly organization: OrganizationView
  readonly members: readonly MemberView[]
  readonly next: string | undefined
  /** Handle of the person who looks. */
  readonly me: string
  /** What was done just before. */
  readonly flash: string | undefined
}

/** Who works in an organization, and what an administrator can do about it. */
export function MembersPage({ visit, organization, members, next, me, flash }: MembersPageProps) {
  const { organization: handle } = organization
  return (
    <OrganizationFrame visit={visit} organization={organization} here="members">
      {flash !== undefined && <Notice kind="good" title={flash} />}
      <section class="card">
        <div class="split">
          <h2>{pluralize(organization.members, 'member')}</h2>
          {isAdmin(organization) && <ButtonLink href={`/o/${handle}/invitations`}>Invite somebody</ButtonLink>}
        </div>
        <ul class="rows">
          {members.map(member => (
            <Row key={member.user} {...{ visit, organization, member, me }} />
          ))}
        </ul>
        <Paging visit={visit} noun="members" next={next} />
        <p class="hint">
          Members write translations and voice in its projects. Administrators also manage members, tokens, terms and
          settings. The owner alone can hand it over.
        </p>
      </section>
      <Leave visit={visit} organization={organization} isOwner={organization.owner === me} />
    </OrganizationFrame>
  )
}

type RowProps = Pick<MembersPageProps, 'visit' | 'organization' | 'me'> & { readonly member: MemberView }

function Row({ visit, organization, member, me }: RowProps) {
  const { user, name, role, since } = member
  const isChangeable = isAdmin(organization) && role !== 'owner' && user !== me
  return (
    <li>
      <div>
        <span class="name">
          <bdi>{name}</bdi>
          {name !== user && <code>{user}</code>}
          <span class="badge">{ROLE_NAMES[role]}</span>
          {user === me && <span class="badge good">You</span>}
        </span>
        <span class="hint">
          Here since <Time at={since} now={visit.services.now()} />
          {role === 'owner' && '. Nobody can remove the owner or change that role: it is handed over under Settings.'}
        </span>
      </div>
      {isChangeable && <Manage visit={visit} organization={organization} member={member} />}
    </li>
  )
}

function Manage({ visit, organization: { organization }, member: { user, role } }: Omit<RowProps, 'me'>) {
  return (
    <details class="manage">
      <summary aria-label={`Manage ${user}`}>Manage</summary>
      <p class="hint">
        Either takes effect at once. Removing also ends every token that they made on the organization; what they wrote
        stays.
      </p>
      <Form visit={visit} action={`/o/${organization}/members`} class="actions">
        <input type="hidden" name="user" value={user} />
        {role === 'admin' ? (
          <Button small name="change" value="member" label={`Make a member of ${user}`}>
            Make a member
          </Button>
        ) : (
          <Button small name="change" value="admin" label={`Make an administrator of ${user}`}>
            Make an administrator
          </Button>
        )}
        <Button small look="danger" name="change" value="remove">
          Remove {user}
        </Button>
      </Form>
    </details>
  )
}

interface LeaveProps extends Pick<MembersPageProps, 'visit' | 'organization'> {
  readonly isOwner: boolean
}

function Leave({ visit, organization: { organization, name }, isOwner }: LeaveProps) {
  return (
    <section class="card">
      <h2>Leave</h2>
      {isOwner ? (
        <p>
          You own <bdi>{name}</bdi>: before you can leave, <a href={`/o/${organization}/settings`}>hand it over</a>, or
          delete it.
        </p>
      ) : (
        <>
          <p>
            You lose what you may do here at once, with the tokens that you made on it. What you wrote stays. To come
            back, you need an invitation.
          </p>
          <details>
            <summary>Leave this organization</summary>
            <Form visit={visit} action={`/o/${organization}/leave`} class="actions">
              <Button look="danger">Leave {organization}</Button>
            </Form>
          </details>
        </>
      )}
    </section>
  )
}
