import type { MemberView } from '../../tools/members/list-members.ts'
import type { OrganizationView } from '../../tools/organizations/view.ts'
import { ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { type Column, DataTable, Paging } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { type Options, Select } from '../forms/form.tsx'
import { rich, t } from '../i18n/t.ts'
import { isAdmin, OrganizationFrame } from '../layout/organization-frame.tsx'
import { roleName } from './role-names.ts'

interface MembersPageProps {
  readonly organization: OrganizationView
  readonly members: readonly MemberView[]
  readonly next: string | undefined
  /** Handle of the signed-in user. */
  readonly me: string
  readonly flash: string | undefined
}

const listColumns = (): readonly Column[] => [
  { heading: t('members.list.columns.user') },
  { heading: t('members.list.columns.role'), kind: 'wide' },
  { heading: t('members.list.columns.joined'), kind: 'wide' },
  { heading: t('members.list.columns.actions'), kind: 'actions' },
]

/** The members of an organization. Administrators change roles and remove members here. */
export function MembersPage({ organization, members, next, me, flash }: MembersPageProps) {
  const { organization: handle, name, owner } = organization
  return (
    <OrganizationFrame organization={organization} here="members">
      {flash !== undefined && <Notice kind="good" title={flash} />}
      <section class="card people">
        <div class="split">
          <h2>{t('members.list.count', { members: organization.members })}</h2>
          {isAdmin(organization) && (
            <ButtonLink href={`/o/${handle}/invitations#invite`}>{t('members.list.invite')}</ButtonLink>
          )}
        </div>
        <DataTable label={t('members.list.title', { organization: name })} columns={listColumns()}>
          {members.map(member => (
            <Row key={member.user} {...{ organization, member, me }} />
          ))}
        </DataTable>
        <Paging noun="members" next={next} />
        {owner === me && (
          <p class="hint">
            {rich('members.leave.owner', {
              organization: handle,
              link: text => <a href={`/o/${handle}/settings`}>{text}</a>,
            })}
          </p>
        )}
        {owner !== me && !members.some(({ user }) => user === me) && (
          <div class="actions">
            <Leave organization={organization} />
          </div>
        )}
      </section>
    </OrganizationFrame>
  )
}

type RowProps = Pick<MembersPageProps, 'organization' | 'me'> & { readonly member: MemberView }

function Row({ organization, member, me }: RowProps) {
  const { user, name, role, since } = member
  const isChangeable = isAdmin(organization) && role !== 'owner' && user !== me
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi> {user === me && <span class="badge good">{t('members.list.you')}</span>}
        {name !== user && <span class="hint">{user}</span>}
        <span class="hint phone">{roleName(role)}</span>
      </th>
      <td class="wide word">{roleName(role)}</td>
      <td class="wide">
        <Time at={since} />
      </td>
      <td class="actions">
        {isChangeable && (
          <>
            <ChangeRole organization={organization} member={member} />
            <Remove organization={organization} member={member} />
          </>
        )}
        {user === me && role !== 'owner' && <Leave organization={organization} />}
      </td>
    </tr>
  )
}

type ChangeProps = Omit<RowProps, 'me'>

const listRoles = (): Options => (['member', 'admin'] as const).map(role => [role, roleName(role)])

function ChangeRole({ organization: { organization }, member: { user, role } }: ChangeProps) {
  return (
    <Confirm
      id={`role-${user}`}
      open={t('members.change_role.open')}
      label={t('members.change_role.label', { user })}
      title={t('members.change_role.title', { user })}
      action={`/o/${organization}/members`}
      look="primary"
      small
    >
      <input type="hidden" name="user" value={user} />
      <Select
        id={`change-${user}`}
        name="change"
        label={t('members.change_role.role')}
        options={listRoles()}
        chosen={role}
      />
    </Confirm>
  )
}

function Remove({ organization: { organization }, member: { user } }: ChangeProps) {
  return (
    <Confirm
      id={`remove-${user}`}
      open={t('members.remove.open')}
      label={t('members.remove.label', { user })}
      title={t('members.remove.title', { user, organization })}
      action={`/o/${organization}/members`}
      name="change"
      value="remove"
      small
    >
      <input type="hidden" name="user" value={user} />
      <p>{t('members.remove.effect')}</p>
    </Confirm>
  )
}

function Leave({ organization: { organization } }: Pick<MembersPageProps, 'organization'>) {
  return (
    <Confirm
      id="leave"
      open={t('members.leave.open')}
      label={t('members.leave.label', { organization })}
      title={t('members.leave.title', { organization })}
      action={`/o/${organization}/leave`}
      small
    >
      <p>{t('members.leave.effect', { organization })}</p>
    </Confirm>
  )
}
