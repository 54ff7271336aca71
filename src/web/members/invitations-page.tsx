import { ORGANIZATION_ROLES } from '../../auth/policy/organization-roles.ts'
import type { InvitationView } from '../../tools/invitations/view.ts'
import type { OrganizationView } from '../../tools/organizations/view.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { type Column, DataTable } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { Paging } from '../components/paging.tsx'
import { Time } from '../format/time.tsx'
import type { FormFailure } from '../forms/attempt.ts'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { type Options, Select } from '../forms/select.tsx'
import { REPLACED_ID_FIELD } from '../forms/submit-once.ts'
import { IdempotencyField } from '../forms/submit-once-field.tsx'
import { MAX_LINE_UNITS } from '../forms/text-validation.ts'
import { isAdmin, OrganizationFrame } from '../layout/organization-frame.tsx'
import type { Visit } from '../requests/visit.ts'
import { ROLE_NAMES } from './role-names.ts'

/** A new invitation with its link, which is shown once. */
export type CreatedInvitation = InvitationView & { readonly url: string }

/** The values of the form's fields. */
export interface InviteFormValues {
  readonly recipient: 'user' | 'link'
  readonly user: string
  readonly role: string
  readonly note: string
  readonly days: string
}

/** A form that was already submitted. */
export interface ResubmittedForm {
  /** The invitation that it created; undefined if it has ended, or is being created. */
  readonly open: InvitationView | undefined
}

interface InvitationsPageProps {
  readonly visit: Visit
  readonly organization: OrganizationView
  readonly invitations: readonly InvitationView[]
  readonly next: string | undefined
  readonly typed: InviteFormValues
  readonly failure: FormFailure | undefined
  readonly made: CreatedInvitation | undefined
  readonly spent: ResubmittedForm | undefined
  /** Whether an invitation was just revoked. */
  readonly isRevoked: boolean
}

/** The open invitations to an organization. Administrators create and revoke invitations here. */
export function InvitationsPage(props: InvitationsPageProps) {
  const { visit, organization, made, spent, failure, isRevoked } = props
  return (
    <OrganizationFrame visit={visit} organization={organization} here="invitations">
      {failure !== undefined && <FormErrorNotice {...failure} title="The invitation was not created" />}
      {made !== undefined && <CreatedLink visit={visit} made={made} />}
      {spent !== undefined && <ResubmittedNotice visit={visit} organization={organization} spent={spent} />}
      {isRevoked && <Notice kind="good" title="Invitation revoked. Its link no longer works." />}
      <OpenInvitations {...props} />
      {isAdmin(organization) && <InviteForm {...props} />}
    </OrganizationFrame>
  )
}

function CreatedLink({
  visit,
  made: { url, user, organization, expires_at },
}: Pick<InvitationsPageProps, 'visit'> & { readonly made: CreatedInvitation }) {
  return (
    <section class="card">
      <h2>Invitation created</h2>
      <Notice kind="warning" title="Copy the link now. It won't be shown again." isFirst>
        <p>
          {user === undefined
            ? 'Anyone with this link can join once. Send it only to the user you invite.'
            : `Only ${user} can use this link. ${user} also finds the invitation under “Your invitations”.`}{' '}
          It expires <Time at={expires_at} now={visit.services.now()} isDated />.
        </p>
      </Notice>
      <CopyBlock label="Invitation link" text={url} />
      <div class="actions">
        <ButtonLink href={`/o/${organization}/invitations`} look="primary">
          Done
        </ButtonLink>
      </div>
    </section>
  )
}

function ResubmittedNotice({
  visit,
  organization: { organization },
  spent: { open },
}: Pick<InvitationsPageProps, 'visit' | 'organization'> & { readonly spent: ResubmittedForm }) {
  const resent = ['recipient', 'user', 'role', 'note', 'expires_in_days'].map(
    name => [name, visit.form.get(name) ?? ''] as const,
  )
  return (
    <Notice kind="warning" title="This invitation was already created" isFirst>
      {open === undefined ? (
        <p>Its link can't be shown again. If it is listed below, revoke it and create a new one.</p>
      ) : (
        <>
          <p>Its link can't be shown again. If you did not copy it, revoke the invitation and create a new one.</p>
          <Form visit={visit} action={`/o/${organization}/invitations`} class="actions">
            <IdempotencyField visit={visit} />
            {[...resent, [REPLACED_ID_FIELD, open.id] as const].map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <Button look="danger">Revoke and create a new one</Button>
          </Form>
        </>
      )}
    </Notice>
  )
}

function OpenInvitations({ visit, organization, invitations, next }: InvitationsPageProps) {
  if (invitations.length === 0) {
    return (
      <section class="empty">
        <h2>No open invitations</h2>
        <p>
          {isAdmin(organization)
            ? `Invite users to ${organization.organization} with the form below.`
            : `Only administrators can invite users to ${organization.organization}.`}
        </p>
      </section>
    )
  }
  const columns: readonly Column[] = [
    { heading: 'Invited user' },
    { heading: 'Role', kind: 'wide' },
    { heading: 'Invited by', kind: 'wide' },
    { heading: 'Expires' },
    ...(isAdmin(organization) ? [{ heading: 'Actions', kind: 'actions' } as const] : []),
  ]
  return (
    <section class="card people">
      <h2>Open invitations</h2>
      <DataTable label={`Open invitations to ${organization.name}`} columns={columns}>
        {invitations.map((invitation, index) => (
          <Row key={invitation.id} {...{ visit, organization, invitation }} number={index + 1} />
        ))}
      </DataTable>
      <Paging visit={visit} noun="invitations" next={next} />
    </section>
  )
}

interface RowProps extends Pick<InvitationsPageProps, 'visit' | 'organization'> {
  readonly invitation: InvitationView
  /** Its number in the list: several may be for anyone with the link. */
  readonly number: number
}

function Row({ visit, organization, invitation, number }: RowProps) {
  const { id, user, note, role, invited_by, expires_at } = invitation
  const invited = user ?? 'anyone with the link'
  return (
    <tr>
      <th scope="row">
        {user ?? 'Anyone with the link'}
        {note !== undefined && (
          <span class="hint">
            <bdi>{note}</bdi>
          </span>
        )}
        <span class="hint phone">{ROLE_NAMES[role]}</span>
      </th>
      <td class="wide word">{ROLE_NAMES[role]}</td>
      <td class="wide">{invited_by}</td>
      <td>
        <Time at={expires_at} now={visit.services.now()} isDated />
      </td>
      {isAdmin(organization) && (
        <td class="actions">
          <Confirm
            visit={visit}
            id={id}
            open="Revoke"
            label={`Revoke invitation ${number}: ${invited}`}
            title={`Revoke the invitation for ${invited}?`}
            action={`/o/${organization.organization}/invitations/${id}/revoke`}
            small
          >
            <p>Its link stops working at once.</p>
          </Confirm>
        </td>
      )}
    </tr>
  )
}

const EXPIRATION_OPTIONS: Options = [1, 3, 7, 14, 30].map(days => [`${days}`, pluralize(days, 'day')])

function InviteForm({ visit, organization, typed, failure }: InvitationsPageProps) {
  const faultAt = (field: string) => (failure?.field === field ? failure.message : undefined)
  return (
    <Form visit={visit} action={`/o/${organization.organization}/invitations`} class="card">
      <IdempotencyField visit={visit} />
      <h2 id="invite">Invite member</h2>
      <fieldset class="checklist recipient">
        <legend>Recipient</legend>
        <label>
          <input type="radio" name="recipient" value="user" checked={typed.recipient === 'user'} />
          <span>A user</span>
        </label>
        <div class="nested">
          <Field
            name="user"
            label="Username"
            value={typed.user}
            maxlength={60}
            hint="For example: ana"
            fault={faultAt('user')}
          />
        </div>
        <label>
          <input type="radio" name="recipient" value="link" checked={typed.recipient === 'link'} />
          <span>
            Anyone with the link
            <span class="hint">The link works once.</span>
          </span>
        </label>
      </fieldset>
      <fieldset class="checklist" id="role">
        <legend>Role</legend>
        {(['member', 'admin'] as const).map(role => (
          <label key={role}>
            <input type="radio" name="role" value={role} checked={typed.role === role} />
            <span>
              {ROLE_NAMES[role]}
              <span class="hint">{ORGANIZATION_ROLES[role]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Field
        name="note"
        label="Note (optional)"
        value={typed.note}
        maxlength={MAX_LINE_UNITS}
        hint="For example: Zoe, docs reviewer. Members and the invited user can see it."
        fault={faultAt('note')}
      />
      <Select name="expires_in_days" label="Expires in" options={EXPIRATION_OPTIONS} chosen={typed.days} />
      <div class="actions">
        <Button look="primary">Create invitation</Button>
      </div>
    </Form>
  )
}
