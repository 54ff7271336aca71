import type { InvitationView } from '../../tools/invitations/view.ts'
import type { OrganizationView } from '../../tools/organizations/view.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { Button } from '../components/button.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { Notice } from '../components/notice.tsx'
import { Paging } from '../components/paging.tsx'
import { Time } from '../format/time.tsx'
import type { FormFailure } from '../forms/attempt.ts'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { REPLACED_ID_FIELD } from '../forms/idempotency.ts'
import { IdempotencyField } from '../forms/idempotency-field.tsx'
import { type Options, Select } from '../forms/select.tsx'
import { MAX_LINE_UNITS } from '../forms/text-validation.ts'
import { isAdmin, OrganizationFrame } from '../layout/organization-frame.tsx'
import type { Visit } from '../requests/visit.ts'
import { ROLE_DESCRIPTIONS } from './role-descriptions.ts'
import { ROLE_NAMES } from './role-names.ts'

/** An invitation with its link, which no later page has. */
export type CreatedInvitation = InvitationView & { readonly url: string }

/** A form that made its invitation before. */
export interface ResubmittedForm {
  /** What it made; undefined when that has ended, or is being made. */
  readonly open: InvitationView | undefined
}

interface InvitationsPageProps {
  readonly visit: Visit
  readonly organization: OrganizationView
  readonly invitations: readonly InvitationView[]
  readonly next: string | undefined
  readonly typed: Readonly<Record<'user' | 'role' | 'note' | 'days', string>>
  readonly failure: FormFailure | undefined
  readonly made: CreatedInvitation | undefined
  readonly spent: ResubmittedForm | undefined
  /** Whether one was taken back just before. */
  readonly isRevoked: boolean
}

/** Who is invited to an organization, and how its administrators invite. */
export function InvitationsPage(props: InvitationsPageProps) {
  const { visit, organization, made, spent, failure, isRevoked } = props
  return (
    <OrganizationFrame visit={visit} organization={organization} here="invitations">
      {failure !== undefined && <FormErrorNotice {...failure} />}
      {made !== undefined && <CreatedLink visit={visit} made={made} />}
      {spent !== undefined && <ResubmittedNotice visit={visit} organization={organization} spent={spent} />}
      {isRevoked && (
        <Notice kind="good" title="The invitation is revoked">
          <p>Its link does not work any more.</p>
        </Notice>
      )}
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
    <section class="card" aria-label="The new invitation">
      <Notice kind="good" title="The invitation is made" isFirst>
        <p>
          {user === undefined
            ? 'Whoever opens this link first may join, also somebody new here: give it to nobody else.'
            : `Only ${user} can answer it, by this link or under their own invitations.`}{' '}
          It ends <Time at={expires_at} now={visit.services.now()} isDated />.
        </p>
      </Notice>
      <CopyBlock label="The link" text={url} />
      <p class="hint">You will not see it again. If it is lost, revoke the invitation and make another.</p>
      <p>
        <a href={`/o/${organization}/invitations`}>Done</a>
      </p>
    </section>
  )
}

function ResubmittedNotice({
  visit,
  organization: { organization },
  spent: { open },
}: Pick<InvitationsPageProps, 'visit' | 'organization'> & { readonly spent: ResubmittedForm }) {
  const resent = ['user', 'role', 'note', 'expires_in_days'].map(name => [name, visit.form.get(name) ?? ''] as const)
  return (
    <Notice kind="warning" title="This form was sent before" isFirst>
      <p>
        It makes one invitation only, and the link went into the answer to that. Where the browser threw that answer
        away, as it does at a second click, nobody can show the link again
        {open === undefined ? '. If the invitation is below, revoke it and make another.' : '.'}
      </p>
      {open !== undefined && (
        <Form visit={visit} action={`/o/${organization}/invitations`} class="stack">
          <p>If you have not seen the link, revoke the invitation here and make another one like it.</p>
          <IdempotencyField visit={visit} />
          {[...resent, [REPLACED_ID_FIELD, open.id] as const].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <div class="actions">
            <Button look="danger">Revoke it and make another</Button>
          </div>
        </Form>
      )}
    </Notice>
  )
}

function OpenInvitations({ visit, organization, invitations, next }: InvitationsPageProps) {
  if (invitations.length === 0) {
    return (
      <section class="empty">
        <h2>Nobody is invited at the moment</h2>
        <p>
          {isAdmin(organization)
            ? 'Make an invitation below, and give its link to the person.'
            : 'The administrators of the organization invite.'}
        </p>
      </section>
    )
  }
  return (
    <section class="card">
      <h2>Open invitations</h2>
      <ul class="rows">
        {invitations.map((invitation, index) => (
          <Row key={invitation.id} {...{ visit, organization, invitation }} number={index + 1} />
        ))}
      </ul>
      <Paging visit={visit} noun="invitations" next={next} />
    </section>
  )
}

interface RowProps extends Pick<InvitationsPageProps, 'visit' | 'organization'> {
  readonly invitation: InvitationView
  /** Its place in the list: two may be for whoever has the link. */
  readonly number: number
}

function Row({ visit, organization, invitation, number }: RowProps) {
  const { id, user, note, role, invited_by, expires_at } = invitation
  const now = visit.services.now()
  const who = user ?? note ?? 'whoever has the link'
  return (
    <li>
      <div>
        <span class="name">
          {user === undefined ? <bdi>{note ?? 'Whoever has the link'}</bdi> : user}
          <span class="badge">{ROLE_NAMES[role]}</span>
        </span>
        <span class="hint">
          {user !== undefined && note !== undefined && (
            <>
              <bdi>{note}</bdi>
              <br />
            </>
          )}
          Invited by {invited_by}; ends <Time at={expires_at} now={now} isDated />
        </span>
      </div>
      {isAdmin(organization) && (
        <details>
          <summary aria-label={`Revoke: number ${number}, ${who}`}>Revoke</summary>
          <Form visit={visit} action={`/o/${organization.organization}/invitations/${id}/revoke`}>
            <Button look="danger" small label={`Revoke the invitation: number ${number}, ${who}`}>
              Revoke the invitation
            </Button>
          </Form>
        </details>
      )}
    </li>
  )
}

const EXPIRATION_OPTIONS: Options = [1, 3, 7, 14, 30].map(days => [`${days}`, pluralize(days, 'day')])

function InviteForm({ visit, organization, typed, failure }: InvitationsPageProps) {
  const faultAt = (field: string) => (failure?.field === field ? failure.message : undefined)
  return (
    <Form visit={visit} action={`/o/${organization.organization}/invitations`} class="card">
      <IdempotencyField visit={visit} />
      <h2>Invite somebody</h2>
      <Field
        name="user"
        label="Handle (optional)"
        value={typed.user}
        maxlength={60}
        hint="Only this user can accept. Leave blank for a one-time link that anyone can use."
        fault={faultAt('user')}
      />
      <fieldset class="checklist" id="role">
        <legend>As</legend>
        {(['member', 'admin'] as const).map(role => (
          <label key={role}>
            <input type="radio" name="role" value={role} checked={typed.role === role} />
            <span>
              {ROLE_NAMES[role]}
              <span class="hint">{ROLE_DESCRIPTIONS[role]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Field
        name="note"
        label="Note (optional)"
        value={typed.note}
        maxlength={MAX_LINE_UNITS}
        hint="For example: Zoe, reviewer of the docs. Members and the invited user see it."
        fault={faultAt('note')}
      />
      <Select name="expires_in_days" label="Ends after" options={EXPIRATION_OPTIONS} chosen={typed.days} />
      <div class="actions">
        <Button look="primary">Make the invitation</Button>
      </div>
    </Form>
  )
}
