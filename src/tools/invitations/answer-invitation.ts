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

/** Accepts or declines an invitation; either ends it. */
export const answerInvitation = writeTool({
  name: 'answer_invitation',
  title: 'Answer invitation',
  pastTense: 'Answered invitation',
  description:
    'Accept or decline an invitation to an organization. Either answer ends it. Ask your user before you accept.',
  scope: 'user:write',
  hints: { destructive: false, idempotent: false },
  grows: false,
  toolset: 'organizations',
  rest: [{ method: 'POST', path: '/api/user/invitations/answer' }],
  input: z.object({
    invitation: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .describe('Its link, the secret part of it, or an id of list_my_invitations'),
    accept: z.boolean().describe('true: join; false: decline'),
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

const joinedNextStep = (handle: string): string => `Call get_context for the projects of ${handle}.`

const declinedNextStep = (handle: string): string =>
  `To join ${handle} later, ask an administrator for a new invitation.`
