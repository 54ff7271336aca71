import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import { listOrganizationAuditEvents } from '../../tools/audit/list-organization-audit-events.ts'
import { restoreOrganization } from '../../tools/organizations/restore-organization.ts'
import type { OrganizationView } from '../../tools/organizations/view.ts'
import { listProjects } from '../../tools/projects/list-projects.ts'
import { ProjectSummary } from '../../tools/projects/summary.ts'
import { isAdmin } from '../layout/organization-frame.tsx'
import { sendPage } from '../layout/send-page.tsx'
import { callTool } from '../requests/call-tool.ts'
import type { PageRequest, Route } from '../requests/page-request.ts'
import { redirect } from '../requests/redirect.ts'
import { withSession } from '../sessions/require.ts'
import { loadOrganization } from './load-organization.ts'
import { OrganizationOverviewPage } from './overview-page.tsx'

const Listed = z.object({ projects: z.array(ProjectSummary), next_cursor: z.string().optional() })

const overview: Route = {
  path: '/o/:organization',
  get: withSession(async (request, signedIn) => {
    const organization = await loadOrganization(request, signedIn)
    const input = { account: organization.organization, cursor: request.query.get('cursor') ?? undefined }
    const { projects, next_cursor: next } = await callTool(request, signedIn, {
      tool: listProjects,
      input,
      shape: Listed,
    })
    const isRestored = request.query.has('restored') && (await wasRestored(request, signedIn, organization))
    const props = { request, organization, projects, next, isRestored }
    sendPage(request, { title: organization.name, body: <OrganizationOverviewPage {...props} /> })
  }),
}

const restore: Route = {
  path: '/o/:organization/restore',
  post: withSession(async (request, signedIn) => {
    const { organization = '' } = request.params
    try {
      const shape = z.object({ organization: z.string() })
      await callTool(request, signedIn, { tool: restoreOrganization, input: { organization }, shape })
    } catch (error) {
      // An earlier click, or another administrator, has restored it.
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    }
    redirect(request, `/o/${organization}?restored=1`)
  }),
}

/** Returns whether it was ever restored. Only its administrators can see that. */
async function wasRestored(
  request: PageRequest,
  signedIn: SignedIn,
  { organization, roles }: OrganizationView,
): Promise<boolean> {
  if (!isAdmin({ roles })) return false
  const input = { organization, action: 'restore_organization', limit: 1 }
  const shape = z.object({ events: z.array(z.object({})) })
  const { events } = await callTool(request, signedIn, { tool: listOrganizationAuditEvents, input, shape })
  return events.length > 0
}

/** The overview page of an organization, and restoring one. */
export const ORGANIZATION_ROUTES: readonly Route[] = [overview, restore]
