import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import { listMyInvitations } from '../../tools/invitations/list-my-invitations.ts'
import { InvitationView } from '../../tools/invitations/view.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool } from '../requests/call-tool.ts'
import type { PageRequest, Route } from '../requests/page-request.ts'
import { redirect } from '../requests/redirect.ts'
import { withSession } from '../sessions/require.ts'
import { submitInvitationAnswer } from './answer-invitation.ts'
import { MyInvitationsPage } from './my-invitations-page.tsx'

const PATH = '/account/invitations'

const Listed = z.object({ invitations: z.array(InvitationView), next_cursor: z.string().optional() })

/** The invitations for the signed-in user. */
export const myInvitationsRoute: Route = {
  path: PATH,
  get: withSession(async (request, signedIn) => {
    const input = { limit: 25, cursor: request.query.get('cursor') ?? undefined }
    const listed = await callTool(request, signedIn, { tool: listMyInvitations, input, shape: Listed })
    const { invitations, next_cursor: next } = listed
    const props = { request, invitations, next, declined: await findDeclinedOrganization(request, signedIn) }
    sendPage(request, { title: t('members.mine.title'), body: <MyInvitationsPage {...props} /> })
  }),
  post: withSession(async (request, signedIn) => {
    const id = request.form.get('invitation') ?? ''
    const said = request.form.get('answer')
    if (said !== 'accept' && said !== 'decline') return redirect(request, PATH)
    const { to } = await submitInvitationAnswer(request, signedIn, { id, invitation: id, accept: said === 'accept' })
    redirect(request, to)
  }),
}

/** Finds the organization of the invitation in the URL, if this user declined it. */
async function findDeclinedOrganization(
  { query, services }: PageRequest,
  { user }: SignedIn,
): Promise<string | undefined> {
  const { read } = services.store
  const found = await read.invitations.get(query.get('declined') ?? '')
  if (found?.ended?.as !== 'declined' || found.ended.user_id !== user.id) return undefined
  return (await read.accounts.get(found.account_id))?.handle
}
