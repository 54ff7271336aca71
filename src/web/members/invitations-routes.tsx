import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { inviteMember, revokeInvitation } from '../../tools/invitations/invite-member.ts'
import { listInvitations } from '../../tools/invitations/list-invitations.ts'
import { InvitationView, toInvitationView } from '../../tools/invitations/view.ts'
import { type FormFailure, formRoute } from '../forms/form-route.ts'
import { isExpiredForm, REPLACED_ID_FIELD, submitOnce } from '../forms/submit-once.ts'
import { t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import { sendPage } from '../layout/send-page.tsx'
import { loadOrganization } from '../organizations/load-organization.ts'
import { listingWithFlash } from '../requests/flash.ts'
import {
  callTool,
  listPage,
  type PageRequest,
  type Route,
  redirect,
  type SignedInRequest,
} from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import {
  type CreatedInvitation,
  InvitationsPage,
  type InviteFormValues,
  type ResubmittedForm,
} from './invitations-page.tsx'

const CreatedInvitationShape = InvitationView.extend({ url: z.string() })

const list = formRoute({
  path: '/o/:organization/invitations',
  read: parseInviteForm,
  show: (request, refused) => sendInvitationsPage(request, { failure: refused && toPageFailure(refused.failure) }),
  fields: ['user', 'role', 'note', 'expires_in_days'],
  submit: async (request, { recipient, user, role, note, days }) => {
    const input = {
      organization: request.params['organization'],
      role,
      ...(recipient === 'user' && { user }),
      ...(note !== '' && { note }),
      expires_in_days: Number(days),
    }
    if (isExpiredForm(request)) throw expiredInvitationFormError()
    if (recipient === 'user' && user === '') throw noUserError()
    const make = async () => {
      await revokeReplaced(request)
      return callTool(request, { tool: inviteMember, input, shape: CreatedInvitationShape })
    }
    const counted = await submitOnce(request, make).catch(toFormError)
    return 'spent' in counted
      ? { spent: { open: await findOpenInvitation(request, counted.spent.id) } }
      : { made: counted.done }
  },
  next: (outcome, { request }) => sendInvitationsPage(request, outcome),
})

/** Adapts the error to the page, where the days are selected from a list. */
const toPageFailure = (failure: FormFailure): FormFailure =>
  failure.field === 'expires_in_days'
    ? { ...failure, message: t('members.invite.choose_expiration'), fix: undefined }
    : failure

const revoke: Route = {
  path: '/o/:organization/invitations/:id/revoke',
  post: withSession(async request => {
    const { organization = '', id = '' } = request.params
    await callTool(request, { tool: revokeInvitation, input: { organization, id }, shape: z.object({}) })
    redirect(request, listingWithFlash(request, `/o/${organization}/invitations`, { revoked: id }))
  }),
}

/** The invitations of an organization. */
export const INVITATION_ROUTES: readonly Route[] = [list, revoke]

/** Returns the error for an old form, which could otherwise create a second invitation. */
const expiredInvitationFormError = (): AppError =>
  new PageError('conflict', t('members.invite.expired'), {
    pageCode: 'form_expired',
    fix: t('members.invite.expired_fix'),
  })

const noUserError = (): AppError => new AppError('invalid_input', t('members.invite.no_user'), { field: 'user' })

/** Revokes an invitation whose link was lost, before a new one replaces it. */
async function revokeReplaced(request: SignedInRequest): Promise<void> {
  const id = request.form.get(REPLACED_ID_FIELD)
  if (id === null) return
  const input = { organization: request.params['organization'], id }
  await callTool(request, { tool: revokeInvitation, input, shape: z.object({}) })
}

async function findOpenInvitation({ services }: PageRequest, id = ''): Promise<InvitationView | undefined> {
  const { read } = services.store
  const found = await read.invitations.get(id)
  return found === undefined || found.ended !== undefined ? undefined : toInvitationView(found, read)
}

interface Outcome {
  readonly made?: CreatedInvitation | undefined
  readonly spent?: ResubmittedForm | undefined
  readonly failure?: FormFailure | undefined
}

async function sendInvitationsPage(request: SignedInRequest, { made, spent, failure }: Outcome): Promise<void> {
  const organization = await loadOrganization(request)
  const input = { organization: organization.organization, limit: 25 }
  const call = { tool: listInvitations, list: 'invitations', item: InvitationView, input }
  const { items: invitations, next } = await listPage(request, call)
  const isRevoked = await isRevokedHere(request, organization.organization)
  const typed = made === undefined && spent === undefined ? parseInviteForm(request) : EMPTY_FORM
  const props = { organization, invitations, next, typed, failure, made, spent, isRevoked }
  sendPage(request, {
    title: t(`members.invitations.page.${failure !== undefined ? 'failed' : spent === undefined ? 'fine' : 'again'}`, {
      organization: organization.name,
    }),
    status: failure?.status ?? (spent === undefined ? 200 : 409),
    body: <InvitationsPage {...props} />,
  })
}

const EMPTY_FORM: InviteFormValues = { recipient: 'user', user: '', role: 'member', note: '', days: '7' }

function parseInviteForm({ form, incoming }: PageRequest): InviteFormValues {
  if (incoming.method !== 'POST') return EMPTY_FORM
  const user = form.get('user')?.trim() ?? EMPTY_FORM.user
  return {
    recipient: parseRecipient(form.get('recipient'), user),
    user,
    role: form.get('role') ?? EMPTY_FORM.role,
    note: form.get('note')?.trim() ?? EMPTY_FORM.note,
    days: form.get('expires_in_days') ?? EMPTY_FORM.days,
  }
}

/** Returns the selected recipient. Without a selection, the username field decides. */
function parseRecipient(chosen: string | null, user: string): InviteFormValues['recipient'] {
  if (chosen === 'user' || chosen === 'link') return chosen
  return user === '' ? 'link' : 'user'
}

/** Converts an unknown user into a form error. */
function toFormError(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_found' || error.field !== 'user') throw error
  const { message, field, pageFix } = error
  throw new AppError('invalid_input', message, { field, pageFix })
}

/** Returns whether the URL contains a revoked invitation of this organization. Also true after a second click. */
async function isRevokedHere({ query, services }: PageRequest, organization: string): Promise<boolean> {
  const { read } = services.store
  const found = await read.invitations.get(query.get('revoked') ?? '')
  if (found?.ended?.as !== 'revoked') return false
  return (await read.accounts.get(found.account_id))?.handle === organization
}
