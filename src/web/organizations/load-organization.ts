import type { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import { getOrganization } from '../../tools/organizations/get-organization.ts'
import { OrganizationView } from '../../tools/organizations/view.ts'
import { NearLimits } from '../../tools/quota/view.ts'
import { PageError } from '../layout/page-error.ts'
import { callTool } from '../requests/call-tool.ts'
import type { Visit } from '../requests/visit.ts'
import { type DeletedOrganization, listDeletedOrganizations } from './deleted.ts'

const Loaded = OrganizationView.extend({ quota: NearLimits })

/**
 * The organization that the address names (`/o/:organization`), as the person sees it.
 * @throws PageError `not_found` for a stranger as for one that is not there.
 */
export async function loadOrganization(visit: Visit, signedIn: SignedIn): Promise<z.output<typeof Loaded>> {
  const input = { organization: visit.params['organization'] }
  try {
    return await callTool(visit, signedIn, { tool: getOrganization, input, shape: Loaded })
  } catch (error) {
    // What nobody can be called is nowhere, too.
    if (!(error instanceof AppError) || !['not_found', 'invalid_input'].includes(error.code)) throw error
    const deleted = await listDeletedOrganizations(visit, signedIn)
    throw deletedError(visit, deleted) ?? notFoundError()
  }
}

/** Only who may restore it is told that it was there. */
function deletedError({ params }: Visit, deleted: readonly DeletedOrganization[]): PageError | undefined {
  const gone = deleted.find(({ organization }) => organization === params['organization'])
  if (gone === undefined) return undefined
  return new PageError('not_found', `${gone.organization} is deleted.`, {
    fix: `Until ${gone.restorable_until.slice(0, 10)} you can bring it back, with everything in it.`,
    nextLink: { href: PATH, text: 'Restore it' },
  })
}

const notFoundError = (): PageError =>
  new PageError('not_found', 'You belong to no organization at this address.', {
    fix: 'An administrator can invite you to another one.',
    nextLink: { href: PATH, text: 'Your organizations' },
  })

const PATH = '/account/organizations'
