import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { assertReaches, notFoundError } from '../../auth/policy/authorize.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { readTool, writeTool } from '../pipeline/define-tool.ts'
import { selfTarget } from '../pipeline/resources.ts'
import { Handle, Line } from '../schemas/fields.ts'

/** A user profile; `public` and `has_access` are those of the personal account. */
export const UserView = z.object({
  handle: z.string(),
  name: z.string(),
  account: z.object({ handle: z.string(), has_access: z.boolean(), public: z.boolean() }),
  created_at: z.string(),
})

async function toUserView(user: Frozen<UserRecord>, read: Reader): Promise<z.infer<typeof UserView>> {
  const account = await read.accounts.get(user.account_id)
  if (account === undefined) throw new Error(`user ${user.id} has no personal account`)
  const { handle, has_access } = account
  return {
    handle: user.handle,
    name: user.name,
    account: { handle, has_access, public: account.public },
    created_at: user.created_at,
  }
}

/** The profile of the caller, or of a user who shares an organization with the caller. */
export const getUser = readTool({
  name: 'get_user',
  title: 'Read user profile',
  description: 'Read your profile, or by handle that of a user in one of your organizations.',
  scope: 'user:read',
  toolset: 'organizations',
  rest: [
    { method: 'GET', path: '/api/user' },
    { method: 'GET', path: '/api/users/:handle' },
  ],
  input: z.object({ handle: Handle.optional().describe('Default: you') }),
  output: UserView,
  structured: true,
  resource: async ({ handle }, call) => {
    if (handle === undefined) return { target: selfTarget(call) }
    const user = await call.read.users.by('handle', handle.toLowerCase())
    if (user !== undefined) return { target: { kind: 'user', user, name: user.handle } as const }
    throw notFoundError(handle.toLowerCase())
  },
  handler: async (_input, { read, principal, resource: { target } }) =>
    toUserView(target.kind === 'user' ? target.user : principal.user, read),
})

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
