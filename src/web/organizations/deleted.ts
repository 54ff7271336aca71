import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import { listOrganizations } from '../../tools/organizations/list-organizations.ts'
import { callTool } from '../requests/call-tool.ts'
import type { PageRequest } from '../requests/page-request.ts'

const DeletedView = z.object({ organization: z.string(), name: z.string(), restorable_until: z.string() })

/** A deleted organization that can still be restored. */
export type DeletedOrganization = z.infer<typeof DeletedView>

const MAX_DELETED = 200

/** Lists the deleted organizations that the user can restore. */
export async function listDeletedOrganizations(
  request: PageRequest,
  signedIn: SignedIn,
): Promise<readonly DeletedOrganization[]> {
  const { organizations } = await callTool(request, signedIn, {
    tool: listOrganizations,
    input: { deleted: true, limit: MAX_DELETED },
    shape: z.object({ organizations: z.array(DeletedView) }),
  })
  return organizations
}
