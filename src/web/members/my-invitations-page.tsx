import type { InvitationView } from '../../tools/invitations/view.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { Paging } from '../components/paging.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'
import { ROLE_DESCRIPTIONS } from './role-descriptions.ts'
import { ROLE_NAMES } from './role-names.ts'

interface MyInvitationsPageProps {
  readonly visit: Visit
  readonly invitations: readonly InvitationView[]
  readonly next: string | undefined
  /** The organization that the person said no to just before. */
  readonly declined: string | undefined
}

/** To which organizations a person was invited by name. */
export function MyInvitationsPage({ visit, invitations, next, declined }: MyInvitationsPageProps) {
  return (
    <>
      <h1>Your invitations</h1>
      {declined !== undefined && (
        <Notice kind="good" title={`You declined to join ${declined}`}>
          <p>Nothing else was changed. To join later, ask one of its administrators for another invitation.</p>
        </Notice>
      )}
      {invitations.length === 0 ? (
        <section class="empty">
          <h2>No invitation waits for you</h2>
          <p>
            Those that somebody made for your handle are listed here. If you were given a link, open it in this browser.
          </p>
          <div class="actions">
            <ButtonLink href="/account/organizations">Your organizations</ButtonLink>
          </div>
        </section>
      ) : (
        <section class="card">
          <ul class="rows">
            {invitations.map(invitation => (
              <Row key={invitation.id} visit={visit} invitation={invitation} />
            ))}
          </ul>
          <Paging visit={visit} noun="invitations" next={next} />
        </section>
      )}
    </>
  )
}

function Row({ visit, invitation }: { readonly visit: Visit; readonly invitation: InvitationView }) {
  const { id, organization, role, invited_by, expires_at } = invitation
  return (
    <li>
      <div>
        <span class="name">
          {organization}
          <span class="badge">{ROLE_NAMES[role]}</span>
        </span>
        <span class="hint">{ROLE_DESCRIPTIONS[role]}</span>
        <span class="hint">
          Invited by {invited_by}; ends <Time at={expires_at} now={visit.services.now()} isDated />
        </span>
      </div>
      <Form visit={visit} action="/account/invitations" class="actions">
        <input type="hidden" name="invitation" value={id} />
        <Button small name="answer" value="decline" label={`Decline to join ${organization}`}>
          Decline
        </Button>
        <Button small name="answer" value="accept" label={`Accept and join ${organization}`}>
          Accept
        </Button>
      </Form>
    </li>
  )
}
