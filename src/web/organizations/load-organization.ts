import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { getOrganization, listOrganizations } from '../../tools/organizations/read-organizations.ts'
import { OrganizationView } from '../../tools/organizations/view.ts'
import { NearLimits } from '../../tools/quota/view.ts'
import { formatDay } from '../format/day.ts'
import { t } from '../i18n/t.ts'
import { isAdmin } from '../layout/organization-frame.tsx'
import { PageError } from '../layout/page-error.ts'
import { callTool, type PageRequest, type SignedInRequest } from '../requests/page-request.ts'

const DeletedView = z.object({ organization: z.string(), name: z.string(), restorable_until: z.string() })

/** A deleted organization that can still be restored. */
export type DeletedOrganization = z.infer<typeof DeletedView>

const MAX_DELETED = 200

/** Lists the deleted organizations that the user can restore. */
export async function listDeletedOrganizations(request: SignedInRequest): Promise<readonly DeletedOrganization[]> {
  const { organizations } = await callTool(request, {
    tool: listOrganizations,
    input: { deleted: true, limit: MAX_DELETED },
    shape: z.object({ organizations: z.array(DeletedView) }),
  })
  return organizations
}

const Loaded = OrganizationView.extend({ quota: NearLimits })

/**
 * Loads the organization in the URL (`/o/:organization`), as the signed-in user sees it.
 * @throws PageError `not_found` if it does not exist, or the user is not a member.
 */
export async function loadOrganization(request: SignedInRequest): Promise<z.output<typeof Loaded>> {
  const input = { organization: request.params['organization'] }
  try {
    return await callTool(request, { tool: getOrganization, input, shape: Loaded })
  } catch (error) {
    // No organization has an invalid handle.
    if (!(error instanceof AppError) || !['not_found', 'invalid_input'].includes(error.code)) throw error
    const deleted = await listDeletedOrganizations(request)
    throw deletedError(request, deleted) ?? notFoundError()
  }
}

/**
 * Like `loadOrganization`, for a page that only administrators see.
 * @throws AppError `forbidden` for other members.
 */
export async function loadAdministeredOrganization(request: SignedInRequest): Promise<z.output<typeof Loaded>> {
  const organization = await loadOrganization(request)
  if (isAdmin(organization)) return organization
  throw new AppError('forbidden', t('organizations.errors.admins_only'), {
    fix: t('organizations.errors.ask_owner', { owner: organization.owner }),
  })
}

/** Returns the error for a deleted organization. Only users who can restore it learn that it existed. */
function deletedError({ params }: PageRequest, deleted: readonly DeletedOrganization[]): PageError | undefined {
  const gone = deleted.find(({ organization }) => organization === params['organization'])
  if (gone === undefined) return undefined
  return new PageError('not_found', t('organizations.errors.deleted', { organization: gone.organization }), {
    fix: t('organizations.errors.restorable', { day: formatDay(gone.restorable_until.slice(0, 10)) }),
    nextLink: { href: PATH, text: t('organizations.errors.restore') },
  })
}

const notFoundError = (): PageError =>
  new PageError('not_found', t('organizations.errors.not_member'), {
    fix: t('organizations.errors.not_member_fix'),
    nextLink: { href: PATH, text: t('organizations.list.yours_link') },
  })

const PATH = '/account/organizations'
