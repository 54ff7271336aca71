import { z } from 'zod'
import { isOwnGrant } from '../../auth/policy.ts'
import { grantOf } from '../../auth/principal.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { pageInput, pageOutput } from '../shapes.ts'
import { readTool } from '../tool.ts'
import { GrantView, viewGrant } from './grant-shape.ts'

/** The apps that act for the caller by OAuth and were not revoked. */
export const listGrants = readTool({
  name: 'list_grants',
  title: 'List connected apps',
  description:
    'List the apps that you allowed to act for you by signing in: name, scopes, accounts, when last used (null = never) and on how many machines. An app that you allowed some accounts only sees itself here. revoke_grant revokes the access of one.',
  scope: 'user:read',
  toolset: 'advanced',
  rest: [{ method: 'GET', path: '/api/grants' }],
  input: z.object(pageInput),
  output: z.object({ grants: z.array(GrantView), ...pageOutput }),
  structured: true,
  resource: async () => ({ target: { kind: 'none' } as const }),
  handler: async ({ limit, cursor }, { principal, read, services }) => {
    if (principal.reach !== 'all') {
      const own = await read.grants.get(grantOf(principal) ?? '')
      const isSeen = own !== undefined && isOwnGrant(principal, own)
      return { grants: isSeen ? [await viewGrant(own, read, services.now())] : [] }
    }
    const after = cursor === undefined ? undefined : decodeCursor('list_grants', cursor)['after']
    const { items, next } = await read.grants.page('active', principal.user.id, { limit, after })
    const grants = await Promise.all(items.map(grant => viewGrant(grant, read, services.now())))
    return { grants, ...(next !== undefined && { next_cursor: encodeCursor('list_grants', { after: next }) }) }
  },
})
