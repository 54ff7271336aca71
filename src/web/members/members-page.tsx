import type { MemberView } from '../../tools/members/view.ts'
import type { OrganizationView } from '../../tools/organizations/view.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { type Column, DataTable } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { Paging } from '../components/paging.tsx'
import { Time } from '../format/time.tsx'
import { type Options, Select } from '../forms/select.tsx'
import { isAdmin, OrganizationFrame } from '../layout/organization-frame.tsx'
import type { Visit } from '../requests/visit.ts'
import { ROLE_NAMES } from './role-names.ts'

interface MembersPageProps {
  readonly visit: Visit
  readonly organization: OrganizationView
  readonly members: readonly MemberView[]
  readonly next: string | undefined
  /** Handle of the signed-in user. */
  readonly me: string
  /** The result of the last action. */
  readonly flash: string | undefined
}

const COLUMNS: readonly Column[] = [
  { heading: 'User' },
  { heading: 'Role', kind: 'wide' },
  { heading: 'Joined', kind: 'wide' },
  { heading: 'Actions', kind: 'actions' },
]

/** The members of an organization. Administrators change roles and remove members here. */
export function MembersPage({ visit, organization, members, next, me, flash }: MembersPageProps) {
  const { organization: handle, name, owner } = organization
  return (
    <OrganizationFrame visit={visit} organization={organization} here="members">
      {flash !== undefined && <Notice kind="good" title={flash} />}
      <section class="card people">
        <div class="split">
          <h2>{pluralize(organization.members, 'member')}</h2>
          {isAdmin(organization) && <ButtonLink href={`/o/${handle}/invitations#invite`}>Invite member</ButtonLink>}
        </div>
        <DataTable label={`Members of ${name}`} columns={COLUMNS}>
          {members.map(member => (
            <Row key={member.user} {...{ visit, organization, member, me }} />
          ))}
        </DataTable>
        <Paging visit={visit} noun="members" next={next} />
        {owner === me && (
          <p class="hint">
            You can't leave {handle} while you own it. Transfer ownership or delete it in{' '}
            <a href={`/o/${handle}/settings`}>Settings</a>.
          </p>
        )}
        {owner !== me && !members.some(({ user }) => user === me) && (
          <div class="actions">
            <Leave visit={visit} organization={organization} />
          </div>
        )}
      </section>
    </OrganizationFrame>
  )
}

type RowProps = Pick<MembersPageProps, 'visit' | 'organization' | 'me'> & { readonly member: MemberView }

function Row({ visit, organization, member, me }: RowProps) {
  const { user, name, role, since } = member
  const isChangeable = isAdmin(organization) && role !== 'owner' && user !== me
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi> {user === me && <span class="badge good">You</span>}
        {name !== user && <span class="hint">{user}</span>}
        <span class="hint phone">{ROLE_NAMES[role]}</span>
      </th>
      <td class="wide word">{ROLE_NAMES[role]}</td>
      <td class="wide">
        <Time at={since} now={visit.services.now()} />
      </td>
      <td class="actions">
        {isChangeable && (
          <>
            <ChangeRole visit={visit} organization={organization} member={member} />
            <Remove visit={visit} organization={organization} member={member} />
          </>
        )}
        {user === me && role !== 'owner' && <Leave visit={visit} organization={organization} />}
      </td>
    </tr>
  )
}

type ChangeProps = Omit<RowProps, 'me'>

const ROLE_OPTIONS: Options = (['member', 'admin'] as const).map(role => [role, ROLE_NAMES[role]])

function ChangeRole({ visit, organization: { organization }, member: { user, role } }: ChangeProps) {
  return (
    <Confirm
      visit={visit}
      id={`role-${user}`}
      open="Change role"
      label={`Change role of ${user}`}
      title={`Role of ${user}`}
      action={`/o/${organization}/members`}
      look="primary"
      small
    >
      <input type="hidden" name="user" value={user} />
      <Select id={`change-${user}`} name="change" label="Role" options={ROLE_OPTIONS} chosen={role} />
    </Confirm>
  )
}

function Remove({ visit, organization: { organization }, member: { user } }: ChangeProps) {
  return (
    <Confirm
      visit={visit}
      id={`remove-${user}`}
      open="Remove"
      label={`Remove ${user}`}
      title={`Remove ${user} from ${organization}?`}
      action={`/o/${organization}/members`}
      name="change"
      value="remove"
      small
    >
      <input type="hidden" name="user" value={user} />
      <p>Their tokens and the invitations they sent are revoked. Their translations stay.</p>
    </Confirm>
  )
}

function Leave({ visit, organization: { organization } }: Pick<MembersPageProps, 'visit' | 'organization'>) {
  return (
    <Confirm
      visit={visit}
      id="leave"
      open="Leave"
      label={`Leave ${organization}`}
      title={`Leave ${organization}?`}
      action={`/o/${organization}/leave`}
      small
    >
      <p>
        Your tokens of {organization} and the invitations you sent are revoked. Your translations stay. To return, you
        need an invitation.
      </p>
    </Confirm>
  )
}
