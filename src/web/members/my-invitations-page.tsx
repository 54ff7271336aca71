import type { InvitationView } from '../../tools/invitations/view.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { type Column, DataTable } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { Paging } from '../components/paging.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import { t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { describeRole, roleName } from './role-names.ts'

interface MyInvitationsPageProps {
  readonly request: PageRequest
  readonly invitations: readonly InvitationView[]
  readonly next: string | undefined
  /** The organization whose invitation the user just declined. */
  readonly declined: string | undefined
}

const listColumns = (): readonly Column[] => [
  { heading: t('members.mine.columns.organization') },
  { heading: t('members.mine.columns.role'), kind: 'wide' },
  { heading: t('members.mine.columns.inviter'), kind: 'wide' },
  { heading: t('members.mine.columns.expires'), kind: 'wide' },
  { heading: t('members.mine.columns.actions'), kind: 'actions' },
]

/** The open invitations for a user. */
export function MyInvitationsPage({ request, invitations, next, declined }: MyInvitationsPageProps) {
  return (
    <>
      <h1>{t('members.mine.title')}</h1>
      {declined !== undefined && (
        <Notice kind="good" title={t('members.mine.declined.title', { declined })}>
          <p>{t('members.mine.declined.advice', { declined })}</p>
        </Notice>
      )}
      {invitations.length === 0 ? (
        <section class="empty">
          <h2>{t('members.mine.empty.title')}</h2>
          <p>{t('members.mine.empty.advice')}</p>
          <div class="actions">
            <ButtonLink href="/account/organizations">{t('members.mine.empty.organizations')}</ButtonLink>
          </div>
        </section>
      ) : (
        <section class="card people">
          <DataTable label={t('members.mine.label')} columns={listColumns()}>
            {invitations.map(invitation => (
              <Row key={invitation.id} request={request} invitation={invitation} />
            ))}
          </DataTable>
          <Paging request={request} noun="invitations" next={next} />
        </section>
      )}
    </>
  )
}

function Row({ request, invitation }: { readonly request: PageRequest; readonly invitation: InvitationView }) {
  const { id, organization, role, note, invited_by, expires_at } = invitation
  return (
    <tr>
      <th scope="row">
        {organization}
        {note !== undefined && (
          <span class="hint">
            <bdi>{note}</bdi>
          </span>
        )}
        <span class="hint phone">{t('members.mine.role_and_inviter', { role: roleName(role), user: invited_by })}</span>
      </th>
      <td class="wide">
        {roleName(role)}
        <span class="hint">{describeRole(role)}</span>
      </td>
      <td class="wide">{invited_by}</td>
      <td class="wide">
        <Time at={expires_at} now={request.services.now()} isDated />
      </td>
      <td class="actions">
        <Form request={request} action="/account/invitations">
          <input type="hidden" name="invitation" value={id} />
          <Button small name="answer" value="accept" label={t('members.mine.join_organization', { organization })}>
            {t('members.mine.join')}
          </Button>
          <Button small name="answer" value="decline" label={t('members.mine.decline_organization', { organization })}>
            {t('members.mine.decline')}
          </Button>
        </Form>
      </td>
    </tr>
  )
}
