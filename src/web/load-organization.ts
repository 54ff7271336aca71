import type { SignedIn } from '../auth/sessions.ts'
import { AppError } from '../errors.ts'
import { getOrganization } from '../tools/organizations/get-organization.ts'
import { OrganizationView } from '../tools/organizations/organization-shape.ts'
import { callTool } from './call-tool.ts'
import type { Visit } from './visit.ts'

/**
 * The organization that the address names (`/o/:organization`), as the person sees it.
 * @throws AppError `not_found` for a stranger as for one that is not there.
 */
export async function loadOrganization(visit: Visit, signedIn: SignedIn): Promise<OrganizationView> {
  const input = { organization: visit.params['organization'] }
  try {
    return await callTool(visit, signedIn, { tool: getOrganization, input, shape: OrganizationView })
  } catch (error) {
    // What nobody can be called is nowhere, too.
    if (!(error instanceof AppError) || !['not_found', 'invalid_input'].includes(error.code)) throw error
    throw new AppError('not_found', 'You belong to no organization at this address.', {
      fix: 'Yours are under Organizations; an administrator can invite you to another one.',
    })
  }
}
