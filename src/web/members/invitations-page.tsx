import type { InvitationView } from '../../tools/invitations/view.ts'
import type { OrganizationView } from '../../tools/organizations/view.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { type Column, DataTable, Paging } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { Field, Form, IdempotencyField, type Options, Select } from '../forms/form.tsx'
import type { FormFailure } from '../forms/form-route.ts'
import { REPLACED_ID_FIELD } from '../forms/submit-once.ts'
import { MAX_LINE_UNITS } from '../forms/text-validation.ts'
import { rich, t } from '../i18n/t.ts'
import { isAdmin, OrganizationFrame } from '../layout/organization-frame.tsx'
import { useRequest } from '../requests/page-request.ts'
import { describeRole, roleName } from './role-names.ts'

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
  readonly organization: OrganizationView
  readonly invitations: readonly InvitationView[]
  readonly next: string | undefined
  readonly typed: InviteFormValues
  readonly failure: FormFailure | undefined
  readonly made: CreatedInvitation | undefined
  readonly spent: ResubmittedForm | undefined
  readonly isRevoked: boolean
}

/** The open invitations to an organization. Administrators create and revoke invitations here. */
export function InvitationsPage(props: InvitationsPageProps) {
  const { organization, made, spent, failure, isRevoked } = props
  return (
    <OrganizationFrame organization={organization} here="invitations">
      {failure !== undefined && <FormErrorNotice {...failure} title={t('members.invitations.not_created')} />}
      {made !== undefined && <CreatedLink made={made} />}
      {spent !== undefined && <ResubmittedNotice organization={organization} spent={spent} />}
      {isRevoked && <Notice kind="good" title={t('members.invitations.revoked')} />}
      <OpenInvitations {...props} />
      {isAdmin(organization) && <InviteForm {...props} />}
    </OrganizationFrame>
  )
}

function CreatedLink({ made: { url, user, organization, expires_at } }: { readonly made: CreatedInvitation }) {
  return (
    <section class="card">
      <h2>{t('members.invitations.created.title')}</h2>
      <Notice kind="warning" title={t('members.invitations.created.copy')} isFirst>
        <p>
          {rich(
            user === undefined ? 'members.invitations.created.for_anyone' : 'members.invitations.created.for_user',
            {
              user: user ?? '',
              time: <Time at={expires_at} isDated />,
            },
          )}
        </p>
      </Notice>
      <CopyBlock label={t('members.invitations.created.label')} text={url} />
      <div class="actions">
        <ButtonLink href={`/o/${organization}/invitations`} look="primary">
          {t('members.invitations.created.done')}
        </ButtonLink>
      </div>
    </section>
  )
}

function ResubmittedNotice({
  organization: { organization },
  spent: { open },
}: Pick<InvitationsPageProps, 'organization'> & { readonly spent: ResubmittedForm }) {
  const request = useRequest()
  const resent = ['recipient', 'user', 'role', 'note', 'expires_in_days'].map(
    name => [name, request.form.get(name) ?? ''] as const,
  )
  return (
    <Notice kind="warning" title={t('members.invitations.again.title')} isFirst>
      {open === undefined ? (
        <p>{t('members.invitations.again.listed')}</p>
      ) : (
        <>
          <p>{t('members.invitations.again.lost')}</p>
          <Form action={`/o/${organization}/invitations`} class="actions">
            <IdempotencyField />
            {[...resent, [REPLACED_ID_FIELD, open.id] as const].map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <Button look="danger">{t('members.invitations.again.replace')}</Button>
          </Form>
        </>
      )}
    </Notice>
  )
}

function OpenInvitations({ organization, invitations, next }: InvitationsPageProps) {
  if (invitations.length === 0) {
    return (
      <section class="empty">
        <h2>{t('members.invitations.empty.title')}</h2>
        <p>
          {isAdmin(organization)
            ? t('members.invitations.empty.admin', { organization: organization.organization })
            : t('members.invitations.empty.member', { organization: organization.organization })}
        </p>
      </section>
    )
  }
  const columns: readonly Column[] = [
    { heading: t('members.invitations.columns.user') },
    { heading: t('members.invitations.columns.role'), kind: 'wide' },
    { heading: t('members.invitations.columns.inviter'), kind: 'wide' },
    { heading: t('members.invitations.columns.expires') },
    ...(isAdmin(organization) ? [{ heading: t('members.invitations.columns.actions'), kind: 'actions' } as const] : []),
  ]
  return (
    <section class="card people">
      <h2>{t('members.invitations.title')}</h2>
      <DataTable label={t('members.invitations.label', { organization: organization.name })} columns={columns}>
        {invitations.map((invitation, index) => (
          <Row key={invitation.id} {...{ organization, invitation }} number={index + 1} />
        ))}
      </DataTable>
      <Paging noun="invitations" next={next} />
    </section>
  )
}

interface RowProps extends Pick<InvitationsPageProps, 'organization'> {
  readonly invitation: InvitationView
  /** Its number in the list: several may be for anyone with the link. */
  readonly number: number
}

function Row({ organization, invitation, number }: RowProps) {
  const { id, user, note, role, invited_by, expires_at } = invitation
  return (
    <tr>
      <th scope="row">
        {user ?? t('members.invitations.anyone')}
        {note !== undefined && (
          <span class="hint">
            <bdi>{note}</bdi>
          </span>
        )}
        <span class="hint phone">{roleName(role)}</span>
      </th>
      <td class="wide word">{roleName(role)}</td>
      <td class="wide">{invited_by}</td>
      <td>
        <Time at={expires_at} isDated />
      </td>
      {isAdmin(organization) && (
        <td class="actions">
          <Confirm
            id={id}
            open={t('members.invitations.revoke.open')}
            label={
              user === undefined
                ? t('members.invitations.revoke.label_anyone', { number })
                : t('members.invitations.revoke.label', { number, user })
            }
            title={
              user === undefined
                ? t('members.invitations.revoke.title_anyone')
                : t('members.invitations.revoke.title', { user })
            }
            action={`/o/${organization.organization}/invitations/${id}/revoke`}
            small
          >
            <p>{t('members.invitations.revoke.effect')}</p>
          </Confirm>
        </td>
      )}
    </tr>
  )
}

const listExpirations = (): Options => [1, 3, 7, 14, 30].map(days => [`${days}`, t('members.invite.days', { days })])

function InviteForm({ organization, typed, failure }: InvitationsPageProps) {
  const faultAt = (field: string) => (failure?.field === field ? failure.message : undefined)
  return (
    <Form action={`/o/${organization.organization}/invitations`} class="card">
      <IdempotencyField />
      <h2 id="invite">{t('members.invite.title')}</h2>
      <fieldset class="checklist recipient">
        <legend>{t('members.invite.recipient')}</legend>
        <label>
          <input type="radio" name="recipient" value="user" checked={typed.recipient === 'user'} />
          <span>{t('members.invite.user')}</span>
        </label>
        <div class="nested">
          <Field
            name="user"
            label={t('members.invite.username')}
            value={typed.user}
            maxlength={60}
            hint={t('members.invite.username_hint')}
            fault={faultAt('user')}
          />
        </div>
        <label>
          <input type="radio" name="recipient" value="link" checked={typed.recipient === 'link'} />
          <span>
            {t('members.invite.anyone')}
            <span class="hint">{t('members.invite.anyone_hint')}</span>
          </span>
        </label>
      </fieldset>
      <fieldset class="checklist" id="role">
        <legend>{t('members.invite.role')}</legend>
        {(['member', 'admin'] as const).map(role => (
          <label key={role}>
            <input type="radio" name="role" value={role} checked={typed.role === role} />
            <span>
              {roleName(role)}
              <span class="hint">{describeRole(role)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Field
        name="note"
        label={t('members.invite.note')}
        value={typed.note}
        maxlength={MAX_LINE_UNITS}
        hint={t('members.invite.note_hint')}
        fault={faultAt('note')}
      />
      <Select
        name="expires_in_days"
        label={t('members.invite.expires')}
        options={listExpirations()}
        chosen={typed.days}
      />
      <div class="actions">
        <Button look="primary">{t('members.invite.submit')}</Button>
      </div>
    </Form>
  )
}
