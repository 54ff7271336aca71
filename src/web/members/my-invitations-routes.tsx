import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { answerInvitation } from '../../tools/invitations/answer-invitation.ts'
import { listMyInvitations } from '../../tools/invitations/list-invitations.ts'
import { InvitationView } from '../../tools/invitations/view.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { type Column, DataTable, Paging } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool, listPage, type Route, redirect, type SignedInRequest } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { describeRole, roleName } from './role-names.ts'

const PATH = '/account/invitations'

/** The invitations for the signed-in user. */
export const myInvitationsRoute: Route = {
  path: PATH,
  get: withSession(async request => {
    const call = { tool: listMyInvitations, list: 'invitations', item: InvitationView, input: { limit: 25 } }
    const { items: invitations, next } = await listPage(request, call)
    const props = { invitations, next, declined: await findDeclinedOrganization(request) }
    sendPage(request, { title: t('members.mine.title'), body: <MyInvitationsPage {...props} /> })
  }),
  post: withSession(async request => {
    const id = request.form.get('invitation') ?? ''
    const said = request.form.get('answer')
    if (said !== 'accept' && said !== 'decline') return redirect(request, PATH)
    const { to } = await submitInvitationAnswer(request, { id, invitation: id, accept: said === 'accept' })
    redirect(request, to)
  }),
}

/** Finds the organization of the invitation in the URL, if this user declined it. */
async function findDeclinedOrganization({
  query,
  services,
  signedIn: { user },
}: SignedInRequest): Promise<string | undefined> {
  const { read } = services.store
  const found = await read.invitations.get(query.get('declined') ?? '')
  if (found?.ended?.as !== 'declined' || found.ended.user_id !== user.id) return undefined
  return (await read.accounts.get(found.account_id))?.handle
}

interface MyInvitationsPageProps {
  readonly invitations: readonly InvitationView[]
  readonly next: string | undefined
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
function MyInvitationsPage({ invitations, next, declined }: MyInvitationsPageProps) {
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
              <Row key={invitation.id} invitation={invitation} />
            ))}
          </DataTable>
          <Paging noun="invitations" next={next} />
        </section>
      )}
    </>
  )
}

function Row({ invitation }: { readonly invitation: InvitationView }) {
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
        <Time at={expires_at} isDated />
      </td>
      <td class="actions">
        <Form action="/account/invitations">
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

interface InvitationAnswer {
  readonly id: string
  /** The argument of the tool: the ID of the invitation, or its secret. */
  readonly invitation: string
  readonly accept: boolean
}

/**
 * Answers an invitation and returns the path to show next. A second click leads to the same path as the first.
 * @throws AppError with the codes of the tool.
 */
export async function submitInvitationAnswer(
  request: SignedInRequest,
  { id, invitation, accept }: InvitationAnswer,
): Promise<{ readonly to: string }> {
  try {
    const input = { invitation, accept }
    await callTool(request, { tool: answerInvitation, input, shape: z.object({}) })
  } catch (error) {
    const to = error instanceof AppError && error.code === 'gone' ? await findAnsweredPath(request, id) : undefined
    if (to === undefined) throw error
    return { to }
  }
  return { to: (await findAnsweredPath(request, id)) ?? '/' }
}

/** Returns the path to show after this user answered an invitation; undefined if they have not answered it. */
export async function findAnsweredPath(
  { services: { store }, signedIn: { user } }: SignedInRequest,
  id: string,
): Promise<string | undefined> {
  const found = await store.read.invitations.get(id)
  if (found?.ended?.user_id !== user.id || found.ended.as === 'revoked') return undefined
  if (found.ended.as === 'declined') return `/account/invitations?${new URLSearchParams({ declined: id })}`
  const account = await store.read.accounts.get(found.account_id)
  return account === undefined ? undefined : `/o/${account.handle}`
}
