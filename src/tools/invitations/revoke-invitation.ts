import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { Handle } from '../schemas/fields.ts'
import { InvitationId } from './view.ts'

/** Revokes an open invitation. Idempotent. */
export const revokeInvitation = writeTool({
  name: 'revoke_invitation',
  title: 'Revoke invitation',
  pastTense: 'Revoked invitation',
  description:
    'Revoke an open invitation to an organization: its link stops working. If it was accepted, use remove_member.',
  scope: 'members:write',
  hints: { destructive: true, idempotent: true },
  urgent: true,
  grows: false,
  toolset: 'organizations',
  rest: [{ method: 'DELETE', path: '/api/organizations/:organization/invitations/:id', status: 204 }],
  input: z.object({ organization: Handle, id: InvitationId }),
  output: z.object({ id: z.string() }),
  structured: true,
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async ({ id }, { tx, principal, services, resource: { account }, audit, skipAudit }) => {
    const found = await tx.invitations.get(id)
    if (found?.account_id !== account.id) throw invitationNotFoundError(account.handle, id)
    if (found.ended?.as === 'accepted') throw await accepted(found.ended.user_id)
    if (found.ended !== undefined) skipAudit()
    else {
      const ended = { at: services.now().toISOString(), as: 'revoked', user_id: principal.user.id } as const
      await tx.invitations.put({ ...found, ended })
      audit(id, { role: found.role })
    }
    return { id }

    async function accepted(userId: string): Promise<AppError> {
      const who = (await tx.users.get(userId))?.handle ?? userId
      return new AppError('conflict', `${who} already accepted this invitation.`, {
        fix: `To end the membership: remove_member, user ${who}.`,
        pageFix: 'Remove the member to end the membership.',
      })
    }
  },
})

function invitationNotFoundError(organization: string, id: string): AppError {
  return new AppError('not_found', `${organization} has no invitation ${id}.`, {
    fix: 'Call list_invitations for the ids.',
    pageFix: 'Choose one of the open invitations.',
  })
}
