import { z } from 'zod'
import { judgeInvitation } from '../../auth/invitations.ts'
import { type Principal, reaches } from '../../auth/principal.ts'
import type { InvitationRecord } from '../../store/records/identity.ts'
import type { Frozen, Reader } from '../../store/store.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { selfTarget } from '../resources.ts'
import { pageInput, pageOutput } from '../shapes.ts'
import { readTool } from '../tool.ts'
import { InvitationView, viewInvitation } from './invitation-shape.ts'

/** The invitations that are addressed to the caller and can still be answered, the next to expire first. */
export const listMyInvitations = readTool({
  name: 'list_my_invitations',
  title: 'List your invitations',
  description:
    'List the open invitations that are addressed to you: to which organization, as what, by whom, until when. answer_invitation accepts or declines. One that somebody gave you as a link is not here.',
  scope: 'user:read',
  toolset: 'organizations',
  rest: [{ method: 'GET', path: '/api/user/invitations' }],
  input: z.object(pageInput),
  output: z.object({ invitations: z.array(InvitationView), ...pageOutput }),
  structured: true,
  resource: async (_input, call) => ({ target: selfTarget(call) }),
  handler: async ({ limit, cursor }, { principal, read, services }) => {
    const invitations: InvitationView[] = []
    let after = cursor === undefined ? undefined : decodeCursor('list_my_invitations', cursor)['after']
    do {
      const page = await read.invitations.page('mine', principal.user.id, { limit: limit - invitations.length, after })
      const good = await thoseToAnswer(page.items, principal, read, services.now())
      invitations.push(...(await Promise.all(good.map(one => viewInvitation(one, read)))))
      after = page.next
    } while (after !== undefined && invitations.length < limit)
    return { invitations, ...(after !== undefined && { next_cursor: encodeCursor('list_my_invitations', { after }) }) }
  },
})

type Invitation = Frozen<InvitationRecord>

/** Those that are not over. What was allowed certain accounts only hears of no other organization. */
export async function thoseToAnswer(
  invitations: readonly Invitation[],
  principal: Principal,
  read: Reader,
  now: Date,
): Promise<readonly Invitation[]> {
  const reached = invitations.filter(({ account_id }) => reaches(principal, account_id))
  const judged = await Promise.all(reached.map(one => judgeInvitation(one, read, now)))
  return reached.filter((_, index) => 'account' in (judged[index] ?? {}))
}
