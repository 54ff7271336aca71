import { z } from 'zod'
import type { SignedIn } from '../../auth/sessions.ts'
import { InvitationView } from '../../tools/organizations/invitation-shape.ts'
import { listMyInvitations } from '../../tools/organizations/list-my-invitations.ts'
import { callTool } from '../call-tool.ts'
import { submitInvitationAnswer } from '../give-answer.ts'
import { sendPage } from '../page.tsx'
import { MyInvitationsPage } from '../pages/my-invitations.tsx'
import { redirect } from '../redirect.ts'
import { withSession } from '../require-session.ts'
import type { Route, Visit } from '../visit.ts'

const PATH = '/account/invitations'

const Listed = z.object({ invitations: z.array(InvitationView), next_cursor: z.string().optional() })

/** The invitations that are addressed to a person. */
export const myInvitationsRoute: Route = {
  path: PATH,
  get: withSession(async (visit, signedIn) => {
    const input = { limit: 25, cursor: visit.query.get('cursor') ?? undefined }
    const listed = await callTool(visit, signedIn, { tool: listMyInvitations, input, shape: Listed })
    const { invitations, next_cursor: next } = listed
    const props = { visit, invitations, next, declined: await findDeclinedOrganization(visit, signedIn) }
    sendPage(visit, { title: 'Your invitations', body: <MyInvitationsPage {...props} /> })
  }),
  post: withSession(async (visit, signedIn) => {
    const id = visit.form.get('invitation') ?? ''
    const said = visit.form.get('answer')
    if (said !== 'accept' && said !== 'decline') return redirect(visit, PATH)
    const { to } = await submitInvitationAnswer(visit, signedIn, { id, invitation: id, accept: said === 'accept' })
    redirect(visit, to)
  }),
}

/** The organization of the declined invitation that the address names, when the person declined it. */
async function findDeclinedOrganization({ query, services }: Visit, { user }: SignedIn): Promise<string | undefined> {
  const { read } = services.store
  const found = await read.invitations.get(query.get('declined') ?? '')
  if (found?.ended?.as !== 'declined' || found.ended.user_id !== user.id) return undefined
  return (await read.accounts.get(found.account_id))?.handle
}
