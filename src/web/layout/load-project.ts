import { sessionPrincipal } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import { echo } from '../../text/escape.ts'
import { mayReadTerms } from '../../tools/glossary/redact-findings.ts'
import { findWithheldReason } from '../../tools/guidance/withheld.ts'
import { projectTarget } from '../../tools/pipeline/resources.ts'
import { countBranchStrings } from '../../tools/projects/branches.ts'
import { countOpenReviews } from '../../tools/reviews/find-review.ts'
import { isPublicReader } from '../../tools/translations/actors.ts'
import { t } from '../i18n/t.ts'
import type { PageRequest, SignedInRequest } from '../requests/page-request.ts'
import { PageError, toMissingPage } from './page-error.ts'
import type { ProjectPlace } from './project-place.ts'

/** The project of a page, as the user may see it. */
export interface LoadedProject {
  /** `acme/app`. */
  readonly name: string
  readonly account: Frozen<AccountRecord>
  readonly record: Frozen<ProjectRecord>
  readonly place: ProjectPlace
  /** The branch of the address (`?branch=`), or the main branch. */
  readonly branch: string
  /** Whether the user reads it only because it is public. Then its strings have no pages for them. */
  readonly isOutsider: boolean
  /** Why the user may not change anything; undefined if they may. */
  readonly withheld: string | undefined
  /** Why the user may not administer it; undefined if they may. */
  readonly adminWithheld: string | undefined
}

/** What each page of a project gets. */
export interface ProjectPage {
  readonly project: LoadedProject
}

/**
 * Finds the project and the branch that the URL names.
 * @throws PageError `not_found`, the same for a project that the user can't see; `not_found` for a branch that was not pushed.
 */
export async function loadProject(request: SignedInRequest, here: ProjectPlace['here']): Promise<LoadedProject> {
  const { account: handle = '', project: slug = '' } = request.params
  const { read } = request.services.store
  const caller = { principal: sessionPrincipal(request.signedIn), read }
  const { project: record, account, target } = await findPageProject(`${handle}/${slug}`, caller)
  const name = `${account.handle}/${record.slug}`
  const isOutsider = await isPublicReader(caller.principal, target, read)
  const accountPath = account.kind === 'organization' && !isOutsider ? `/o/${account.handle}` : undefined
  const branch = getPageBranch(request, record)
  const adminWithheld = await findWithheldReason('project:admin', target, caller)
  return {
    name,
    account,
    record,
    branch,
    place: {
      project: name,
      accountPath,
      here,
      isAdmin: adminWithheld === undefined,
      hasGlossary: await mayReadTerms(target, caller),
      branch: record.branches.length === 0 ? undefined : { name: branch, ...listBranches(record) },
      locale: record.target_locales.find(locale => locale === request.query.get('locale')),
      strings: await countBranchStrings(record, branch, read),
      openReviews: await countOpenReviews(record.id, read),
    },
    isOutsider,
    withheld: await findWithheldReason('project:write', target, caller),
    adminWithheld,
  }
}

/**
 * Finds the project that an address names.
 * @throws PageError `not_found`, the same for a project that the user can't see.
 */
export async function findPageProject(name: string, caller: Parameters<typeof projectTarget>[1]) {
  const toPage = toMissingPage(t('project.not_found', { project: echo(name) }), undefined, [
    'not_found',
    'invalid_input',
  ])
  return projectTarget(name, caller).catch(toPage)
}

/** @throws PageError `not_found` if nothing was pushed to the branch. */
function getPageBranch(request: PageRequest, record: Frozen<ProjectRecord>): string {
  const name = request.query.get('branch') || record.main_branch
  if (name === record.main_branch || record.branches.some(one => one.name === name)) return name
  throw new PageError('not_found', t('project.no_branch', { branch: echo(name) }), {
    fix: t('project.no_branch_fix', { branch: record.main_branch }),
  })
}

/** The main branch, then the others by last push. */
function listBranches({ main_branch: main, branches }: Frozen<ProjectRecord>) {
  const others = branches
    .filter(({ name }) => name !== main)
    .sort((one, other) => Date.parse(other.pushed_at) - Date.parse(one.pushed_at))
  return { main, names: [main, ...others.map(({ name }) => name)] }
}
