import { z } from 'zod'
import { isOwnGrant } from '../../auth/policy/authorize.ts'
import { getGrantId } from '../../auth/policy/principal.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { decodeCursor, encodeCursor } from '../pipeline/paging.ts'
import { pageInput, pageOutput } from '../schemas/fields.ts'
import { listConnectedApps } from './connected-apps.ts'
import { GrantView, toGrantView } from './view.ts'

/** The apps with active OAuth grants of the caller. */
export const listGrants = readTool({
  name: 'list_grants',
  title: 'List connected apps',
  description:
    'List your connected apps. null = never used; sessions = signed-in machines. An app that registered again is listed once per active sign-in, with replaced_by. An app that is limited to some accounts sees only itself. Next: revoke_grant.',
  scope: 'user:read',
  toolset: 'advanced',
  rest: [{ method: 'GET', path: '/api/grants' }],
  input: z.object(pageInput),
  output: z.object({ grants: z.array(GrantView), ...pageOutput }),
  structured: true,
  resource: async () => ({ target: { kind: 'none' } as const }),
  handler: async ({ limit, cursor }, { principal, read, services }) => {
    if (principal.reach !== 'all') {
      const own = await read.grants.get(getGrantId(principal) ?? '')
      const isSeen = own !== undefined && isOwnGrant(principal, own)
      return { grants: isSeen ? [await toGrantView(own, read, services.now())] : [] }
    }
    const after = cursor === undefined ? undefined : decodeCursor('list_grants', cursor)['after']
    const { items, next } = await read.grants.page('active', principal.user.id, { limit, after })
    const now = services.now()
    const apps = await listConnectedApps(principal.user.id, read, now)
    const over = new Set(apps.flatMap(app => app.over.map(({ id }) => id)))
    const newest = new Map(apps.flatMap(app => app.earlier.map(({ id }) => [id, app.newest.id] as const)))
    const listed = items.filter(({ id }) => !over.has(id))
    const grants = await Promise.all(
      listed.map(async grant => {
        const replaced_by = newest.get(grant.id)
        return { ...(await toGrantView(grant, read, now)), ...(replaced_by !== undefined && { replaced_by }) }
      }),
    )
    return { grants, ...(next !== undefined && { next_cursor: encodeCursor('list_grants', { after: next }) }) }
  },
})
