import { ORGANIZATION_ROLES } from '../../auth/policy/organization-roles.ts'
import type { InvitationView } from '../../tools/invitations/view.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { type Column, DataTable } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { Paging } from '../components/paging.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'
import { ROLE_NAMES } from './role-names.ts'

interface MyInvitationsPageProps {
  readonly visit: Visit
  readonly invitations: readonly InvitationView[]
  readonly next: string | undefined
  /** The organization whose invitation the user just declined. */
  readonly declined: string | undefined
}

const COLUMNS: readonly Column[] = [
  { heading: 'Organization' },
  { heading: 'Role', kind: 'wide' },
  { heading: 'Invited by', kind: 'wide' },
  { heading: 'Expires', kind: 'wide' },
  { heading: 'Actions', kind: 'actions' },
]

/** The open invitations for a user. */
export function MyInvitationsPage({ visit, invitations, next, declined }: MyInvitationsPageProps) {
  return (
    <>
      <h1>Your invitations</h1>
      {declined !== undefined && (
        <Notice kind="good" title={`Invitation to ${declined} declined`}>
          <p>To join later, ask an administrator of {declined} for a new invitation.</p>
        </Notice>
      )}
      {invitations.length === 0 ? (
        <section class="empty">
          <h2>No open invitations</h2>
          <p>If you have an invitation link, open it in this browser.</p>
          <div class="actions">
            <ButtonLink href="/account/organizations">Your organizations</ButtonLink>
          </div>
        </section>
      ) : (
        <section class="card people">
          <DataTable label="Your open invitations" columns={COLUMNS}>
            {invitations.map(invitation => (
              <Row key={invitation.id} visit={visit} invitation={invitation} />
            ))}
          </DataTable>
          <Paging visit={visit} noun="invitations" next={next} />
        </section>
      )}
    </>
  )
}

function Row({ visit, invitation }: { readonly visit: Visit; readonly invitation: InvitationView }) {
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
        <span class="hint phone">
          {ROLE_NAMES[role]}, invited by {invited_by}
        </span>
      </th>
      <td class="wide">
        {ROLE_NAMES[role]}
        <span class="hint">{ORGANIZATION_ROLES[role]}</span>
      </td>
      <td class="wide">{invited_by}</td>
      <td class="wide">
        <Time at={expires_at} now={visit.services.now()} isDated />
      </td>
      <td class="actions">
        <Form visit={visit} action="/account/invitations">
          <input type="hidden" name="invitation" value={id} />
          <Button small name="answer" value="accept" label={`Join ${organization}`}>
            Join
          </Button>
          <Button small name="answer" value="decline" label={`Decline the invitation to ${organization}`}>
            Decline
          </Button>
        </Form>
      </td>
    </tr>
  )
}
