import type { SignedIn } from '../auth/sessions.ts'
import { OrganizationView } from '../tools/organizations/organization-shape.ts'
import { findTool } from '../tools/registry.ts'
import { callTool } from './call-tool.ts'
import type { Visit } from './visit.ts'

/**
 * The organization that the address names (`/o/:organization`), as the person sees it.
 * @throws AppError `not_found` for a stranger as for one that is not there.
 */
export function loadOrganization(visit: Visit, signedIn: SignedIn): Promise<OrganizationView> {
  const input = { organization: visit.params['organization'] }
  return callTool(visit, signedIn, { tool: findTool('get_organization'), input, shape: OrganizationView })
}
