import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import { listMyInvitations } from '../../tools/invitations/list-my-invitations.ts'
import { InvitationView } from '../../tools/invitations/view.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool } from '../requests/call-tool.ts'
import { redirect } from '../requests/redirect.ts'
import type { Route, Visit } from '../requests/visit.ts'
import { withSession } from '../sessions/require.ts'
import { submitInvitationAnswer } from './answer-invitation.ts'
import { MyInvitationsPage } from './my-invitations-page.tsx'

const PATH = '/account/invitations'

const Listed = z.object({ invitations: z.array(InvitationView), next_cursor: z.string().optional() })

/** The invitations for the signed-in user. */
export const myInvitationsRoute: Route = {
  path: PATH,
  get: withSession(async (visit, signedIn) => {
    const input = { limit: 25, cursor: visit.query.get('cursor') ?? undefined }
    const listed = await callTool(visit, signedIn, { tool: listMyInvitations, input, shape: Listed })
    const { invitations, next_cursor: next } = listed
    const props = { visit, invitations, next, declined: await findDeclinedOrganization(visit, signedIn) }
    sendPage(visit, { title: t('members.mine.title'), body: <MyInvitationsPage {...props} /> })
  }),
  post: withSession(async (visit, signedIn) => {
    const id = visit.form.get('invitation') ?? ''
    const said = visit.form.get('answer')
    if (said !== 'accept' && said !== 'decline') return redirect(visit, PATH)
    const { to } = await submitInvitationAnswer(visit, signedIn, { id, invitation: id, accept: said === 'accept' })
    redirect(visit, to)
  }),
}

/** Finds the organization of the invitation in the URL, if this user declined it. */
async function findDeclinedOrganization({ query, services }: Visit, { user }: SignedIn): Promise<string | undefined> {
  const { read } = services.store
  const found = await read.invitations.get(query.get('declined') ?? '')
  if (found?.ended?.as !== 'declined' || found.ended.user_id !== user.id) return undefined
  return (await read.accounts.get(found.account_id))?.handle
}
