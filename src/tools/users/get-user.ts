import { z } from 'zod'
import { notFoundError } from '../../auth/policy/authorize.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { selfTarget } from '../pipeline/resources.ts'
import { Handle } from '../schemas/fields.ts'
import { toUserView, UserView } from './view.ts'

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
