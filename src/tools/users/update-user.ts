import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { assertReaches } from '../../auth/policy/authorize.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { selfTarget } from '../pipeline/resources.ts'
import { Line } from '../schemas/fields.ts'
import { toUserView, UserView } from './view.ts'

/** Changes the caller's display name and visibility. Handles never change: they are part of project names. */
export const updateUser = writeTool({
  name: 'update_user',
  title: 'Update your profile',
  pastTense: 'Updated profile',
  description:
    'Change your display name, or whether your personal account is public: every signed-in user can read its projects.',
  scope: 'user:write',
  hints: { destructive: false, idempotent: true },
  immutable: { fields: ['handle'], message: "A handle can't change.", fix: 'Change name or public instead.' },
  changes: { fields: ['name', 'public'], fix: 'Give name, public or both.' },
  grows: false,
  toolset: 'organizations',
  rest: [{ method: 'PATCH', path: '/api/user' }],
  input: z.object({
    name: Line.optional().describe('Display name'),
    public: z.boolean().optional(),
  }),
  output: UserView,
  structured: true,
  // Both fields change the personal account, too.
  resource: async (_input, call) => {
    assertReaches(call.principal, call.principal.user.account_id)
    return { target: selfTarget(call) }
  },
  handler: async (input, { tx, principal, audit, skipAudit }) => {
    const user = await tx.users.get(principal.user.id)
    const account = user && (await tx.accounts.get(user.account_id))
    if (user === undefined || account === undefined) throw new Error(`user ${principal.user.id} is not whole`)
    const changed = { ...user, name: input.name ?? user.name }
    const shown = { ...account, name: changed.name, public: input.public ?? account.public }
    const changes = diffFields(account, shown, ['name', 'public'])
    if (changes === undefined) skipAudit()
    else {
      await tx.users.put(changed)
      await tx.accounts.put(shown)
      audit(user.handle, undefined, changes)
    }
    return toUserView(changed, tx)
  },
})
