import { z } from 'zod'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { visibleAccounts } from '../resources.ts'
import { pageInput, pageOutput } from '../shapes.ts'
import { readTool } from '../tool.ts'
import { OrganizationView, viewOrganization } from './organization-shape.ts'

/** The organizations that the caller owns or belongs to, as far as the credential reaches (spec 5.3). */
export const listOrganizations = readTool({
  name: 'list_organizations',
  title: 'List organizations',
  description: 'List the organizations that you own or belong to, with your roles in each. Next: list_members.',
  scope: 'organization:read',
  toolset: 'organizations',
  rest: [{ method: 'GET', path: '/api/organizations' }],
  input: z.object(pageInput),
  output: z.object({ organizations: z.array(OrganizationView), ...pageOutput }),
  structured: true,
  resource: async (_input, call) => ({
    target: { kind: 'none' } as const,
    accounts: await visibleAccounts(call, 'organization:read'),
  }),
  handler: async ({ limit, cursor }, { principal, read, resource: { accounts } }) => {
    const after = cursor === undefined ? '' : (decodeCursor('list_organizations', cursor)['after'] ?? '')
    const rest = accounts.filter(({ kind, handle }) => kind === 'organization' && handle > after)
    const page = rest.slice(0, limit)
    const last = page.at(-1)
    return {
      organizations: await Promise.all(page.map(account => viewOrganization(account, principal, read))),
      ...(last !== undefined &&
        rest.length > limit && { next_cursor: encodeCursor('list_organizations', { after: last.handle }) }),
    }
  },
})
