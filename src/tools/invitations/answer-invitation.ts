import { z } from 'zod'
import {
  answerInvitation as answer,
  assertStillMember,
  unknownInvitation,
} from '../../auth/organizations/answer-invitation.ts'
import { findAnswerableInvitation } from '../../auth/organizations/invitations.ts'
import { assertMayAnswerInvitations } from '../authority/invitations.ts'
import { MAX_MEMBERS } from '../members/membership.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { selfTarget } from '../pipeline/resources.ts'

/** Joins an organization, or says no; either uses the invitation up. */
export const answerInvitation = writeTool({
  name: 'answer_invitation',
  title: 'Answer an invitation',
  description:
    'Accept or decline an invitation to an organization: give its link, or the id of one of list_my_invitations. Either answer uses it up. Ask your person before you accept for them.',
  scope: 'user:write',
  hints: { destructive: false, idempotent: false },
  grows: false,
  toolset: 'organizations',
  rest: [{ method: 'POST', path: '/api/user/invitations/answer' }],
  input: z.object({
    invitation: z.string().trim().min(1).max(500).describe('The link, its secret part, or an id'),
    accept: z.boolean().describe('true joins, false declines'),
  }),
  output: z.object({
    organization: z.string(),
    role: z.enum(['member', 'admin']),
    accepted: z.boolean(),
    next: z.string(),
  }),
  structured: true,
  resource: async ({ invitation: given }, call) => {
    assertMayAnswerInvitations(call.principal)
    const invitation = await findAnswerableInvitation(given, call.principal.user, call.read)
    if (invitation === undefined) throw unknownInvitation()
    await assertStillMember(invitation, call.principal.user, call.read)
    return { target: selfTarget(call), invitation }
  },
  handler: async ({ accept }, { tx, principal, services, resource: { invitation }, audit }) => {
    const clock = { now: services.now(), newId: services.newId }
    const { user } = principal
    const account = await answer(tx, invitation, { user, accept, maxMembers: MAX_MEMBERS, ...clock })
    const { id, role } = invitation
    const { handle } = account
    audit(id, { role, accepted: accept }, undefined, account)
    return {
      organization: handle,
      role,
      accepted: accept,
      next: accept ? joinedNextStep(handle) : declinedNextStep(handle),
    }
  },
})

const joinedNextStep = (handle: string): string => `get_context names what you reach of ${handle} now.`

const declinedNextStep = (handle: string): string =>
  `Nothing else was changed. To join ${handle} later, ask one of its administrators for another invitation.`
