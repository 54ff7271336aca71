import { z } from 'zod'
import { ORGANIZATION_ROLES } from '../../auth/policy/organization-roles.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { describeNearLimits, NearLimits } from '../quota/view.ts'
import { Handle } from '../schemas/fields.ts'
import { OrganizationView, toOrganizationView } from './view.ts'

/** An organization as its members see it. */
export const getOrganization = readTool({
  name: 'get_organization',
  title: 'Read organization',
  description:
    'Read an organization you belong to: owner, visibility, access, your roles, what each role may do, and its number of members and projects.',
  scope: 'organization:read',
  toolset: 'organizations',
  rest: [{ method: 'GET', path: '/api/organizations/:organization' }],
  input: z.object({ organization: Handle }),
  output: OrganizationView.extend({
    /** What each role of a member may do. */
    role_rights: z.object({ owner: z.string(), admin: z.string(), member: z.string() }),
    quota: NearLimits,
  }),
  structured: true,
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async (_input, { principal, read, services: { limits }, resource: { account } }) => {
    const quota = await describeNearLimits(account, { read, limits })
    return {
      ...(await toOrganizationView(account, principal, read)),
      role_rights: ORGANIZATION_ROLES,
      ...(quota.length > 0 && { quota: [...quota] }),
    }
  },
})
