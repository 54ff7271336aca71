import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import { inviteMember } from '../../tools/invitations/invite-member.ts'
import { listInvitations } from '../../tools/invitations/list-invitations.ts'
import { revokeInvitation } from '../../tools/invitations/revoke-invitation.ts'
import { InvitationView, toInvitationView } from '../../tools/invitations/view.ts'
import { attempt, type FormFailure } from '../forms/attempt.ts'
import { isExpiredForm, REPLACED_ID_FIELD, submitOnce } from '../forms/idempotency.ts'
import { sendPage } from '../layout/send-page.tsx'
import { loadOrganization } from '../organizations/load-organization.ts'
import { callTool } from '../requests/call-tool.ts'
import { listingWithFlash } from '../requests/flash.ts'
import { redirect } from '../requests/redirect.ts'
import type { Route, Visit } from '../requests/visit.ts'
import { withSession } from '../sessions/require.ts'
import { type CreatedInvitation, InvitationsPage, type ResubmittedForm } from './invitations-page.tsx'

const Listed = z.object({ invitations: z.array(InvitationView), next_cursor: z.string().optional() })
const CreatedInvitationShape = InvitationView.extend({ url: z.string() })

const list: Route = {
  path: '/o/:organization/invitations',
  get: withSession((visit, signedIn) => sendInvitationsPage(visit, signedIn, {})),
  post: withSession(async (visit, signedIn) => {
    const { user, role, note, days } = parseInviteForm(visit)
    const input = {
      organization: visit.params['organization'],
      role,
      ...(user !== '' && { user }),
      ...(note !== '' && { note }),
      expires_in_days: Number(days),
    }
    let outcome: Outcome = {}
    const failure = await attempt(visit, ['user', 'role', 'note', 'expires_in_days'], async () => {
      if (isExpiredForm(visit)) throw expiredFormError()
      const make = async () => {
        await revokeReplaced(visit, signedIn)
        return callTool(visit, signedIn, { tool: inviteMember, input, shape: CreatedInvitationShape })
      }
      const counted = await submitOnce(visit, signedIn, make).catch(toFormError)
      outcome =
        'spent' in counted
          ? { spent: { open: await findOpenInvitation(visit, counted.spent.id) } }
          : { made: counted.done }
    })
    await sendInvitationsPage(
      visit,
      signedIn,
      failure === undefined ? outcome : { failure: toPageFailure(failure, user) },
    )
  }),
}

/** What helps on this page, where a tool tells how to call another one. */
function toPageFailure(failure: FormFailure, user: string): FormFailure {
  const { status, field, message } = failure
  if (field === 'expires_in_days') return { status, field, message: 'Choose after how many days it ends.' }
  if (message.startsWith('user is ')) {
    const fix = 'Leave the handle empty to make a link for whoever has it: somebody new can come by it, too.'
    return { status, field, message: `Nobody here has the handle ${JSON.stringify(user)}.`, fix }
  }
  if (message.includes(' is a member of ')) return { ...failure, fix: 'Their role is changed under Members.' }
  if (message.includes(' has an open invitation ')) {
    return { status, field, message: `${user} is invited already.`, fix: 'Revoke it below to make another.' }
  }
  if (message.includes(' open invitations, ')) return { ...failure, fix: 'Revoke some below, or wait for answers.' }
  return failure
}

const revoke: Route = {
  path: '/o/:organization/invitations/:id/revoke',
  post: withSession(async (visit, signedIn) => {
    const { organization = '', id = '' } = visit.params
    await callTool(visit, signedIn, { tool: revokeInvitation, input: { organization, id }, shape: z.object({}) })
    redirect(visit, listingWithFlash(visit, `/o/${organization}/invitations`, { revoked: id }))
  }),
}

/** The invitations of an organization. */
export const INVITATION_ROUTES: readonly Route[] = [list, revoke]

/** A page that is loaded again makes no second link. */
const expiredFormError = (): AppError =>
  new AppError('conflict', 'The page of this form is older than twelve hours: no invitation was made now.', {
    fix: 'Look below whether it was made before; if not, send the form again.',
  })

/** Ends the invitation whose link nobody saw, before another takes its place. */
async function revokeReplaced(visit: Visit, signedIn: SignedIn): Promise<void> {
  const id = visit.form.get(REPLACED_ID_FIELD)
  if (id === null) return
  const input = { organization: visit.params['organization'], id }
  await callTool(visit, signedIn, { tool: revokeInvitation, input, shape: z.object({}) })
}

async function findOpenInvitation({ services }: Visit, id = ''): Promise<InvitationView | undefined> {
  const { read } = services.store
  const found = await read.invitations.get(id)
  return found === undefined || found.ended !== undefined ? undefined : toInvitationView(found, read)
}

interface Outcome {
  readonly made?: CreatedInvitation | undefined
  readonly spent?: ResubmittedForm | undefined
  readonly failure?: FormFailure | undefined
}

async function sendInvitationsPage(visit: Visit, signedIn: SignedIn, { made, spent, failure }: Outcome): Promise<void> {
  const organization = await loadOrganization(visit, signedIn)
  const input = { organization: organization.organization, limit: 25, cursor: visit.query.get('cursor') ?? undefined }
  const listed = await callTool(visit, signedIn, { tool: listInvitations, input, shape: Listed })
  const { invitations, next_cursor: next } = listed
  const isRevoked = await isRevokedHere(visit, organization.organization)
  const typed = made === undefined && spent === undefined ? parseInviteForm(visit) : EMPTY_FORM
  const title = `Invitations to ${organization.name}`
  const props = { visit, organization, invitations, next, typed, failure, made, spent, isRevoked }
  sendPage(visit, {
    title: failure === undefined ? (spent === undefined ? title : `Sent before: ${title}`) : `Error: ${title}`,
    status: failure?.status ?? (spent === undefined ? 200 : 409),
    body: <InvitationsPage {...props} />,
  })
}

const EMPTY_FORM = { user: '', role: 'member', note: '', days: '7' }

const parseInviteForm = ({ form }: Visit) => ({
  user: form.get('user')?.trim() ?? EMPTY_FORM.user,
  role: form.get('role') ?? EMPTY_FORM.role,
  note: form.get('note')?.trim() ?? EMPTY_FORM.note,
  days: form.get('expires_in_days') ?? EMPTY_FORM.days,
})

/** Only the handle that was typed can be missing where the page of the organization itself is there. */
function toFormError(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_found' || error.field !== 'user') throw error
  throw new AppError('invalid_input', error.message, {
    field: 'user',
    ...(error.fix !== undefined && { fix: error.fix }),
  })
}

/** Whether the invitation that the address names was one of this organization and is revoked: also for who presses twice. */
async function isRevokedHere({ query, services }: Visit, organization: string): Promise<boolean> {
  const { read } = services.store
  const found = await read.invitations.get(query.get('revoked') ?? '')
  if (found?.ended?.as !== 'revoked') return false
  return (await read.accounts.get(found.account_id))?.handle === organization
}
