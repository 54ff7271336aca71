import { type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import { findWithheldReason } from '../../tools/guidance/withheld.ts'
import { projectTarget } from '../../tools/pipeline/resources.ts'
import { isPublicReader } from '../../tools/translations/actors.ts'
import type { Visit } from '../requests/visit.ts'
import { PageError } from './page-error.ts'
import type { ProjectPlace } from './project-frame.tsx'

/** The project of a page, as the user may see it. */
export interface LoadedProject {
  /** `acme/app`. */
  readonly name: string
  readonly account: Frozen<AccountRecord>
  readonly record: Frozen<ProjectRecord>
  readonly place: ProjectPlace
  /** Whether the user reads it only because it is public. Then its strings have no pages for them. */
  readonly isOutsider: boolean
  /** Why the user may not change anything; undefined if they may. */
  readonly withheld: string | undefined
  /** Why the user may not administer it; undefined if they may. */
  readonly adminWithheld: string | undefined
}

/**
 * Finds the project that the URL names.
 * @throws PageError `not_found`, the same for a project that the user can't see.
 */
export async function loadProject(
  visit: Visit,
  signedIn: SignedIn,
  here: ProjectPlace['here'],
): Promise<LoadedProject> {
  const { account: handle = '', project: slug = '' } = visit.params
  const { read } = visit.services.store
  const caller = { principal: sessionPrincipal(signedIn), read }
  const { project: record, account, target } = await projectTarget(`${handle}/${slug}`, caller).catch(toPageError)
  const name = `${account.handle}/${record.slug}`
  const isOutsider = await isPublicReader(caller.principal, target, read)
  const accountPath = account.kind === 'organization' && !isOutsider ? `/o/${account.handle}` : undefined
  const adminWithheld = await findWithheldReason('project:admin', target, caller)
  return {
    name,
    account,
    record,
    place: { project: name, accountPath, here, isAdmin: adminWithheld === undefined },
    isOutsider,
    withheld: await findWithheldReason('project:write', target, caller),
    adminWithheld,
  }
}

function toPageError(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error
  throw new PageError('not_found', error.message, { fix: 'Check the address.' })
}
