import { AppError } from '../../errors.ts'
import { checkPlace, targetPath } from '../../l10n/target-path.ts'
import { key } from '../../store/records/collection.ts'
import type { ProjectRecord, TargetFileRecord } from '../../store/records/localization.ts'
import type { Frozen, Reader } from '../../store/store.ts'
import type { BranchFile } from '../projects/branches.ts'
import { approvalNeeded, unapprovedPlaces } from './approvals.ts'
import { ruleFor } from './file-rules.ts'

type Project = Frozen<ProjectRecord>
type TargetFile = Frozen<TargetFileRecord>

/** Where the translations of a source file go. @throws AppError `invalid_input` when nothing tells. */
export function targetPathOf(project: Project, { file }: BranchFile, locale: string): string {
  const rule = ruleFor(project.files, file.path)
  if (rule !== undefined) return targetPath(rule, locale)
  throw new AppError(
    'invalid_input',
    `Nothing tells where translations of ${file.path} go: its path does not name ${project.source_locale}.`,
    { fix: 'Push it again with target, such as i18n/{locale}.json.' },
  )
}

/**
 * Why a pull does not give a file: its path needs an approval that nobody gave, or none may be at such a path any more. Rules are checked when they are set;
 * this is for those that were set before there was the check.
 */
export function refusedPlace(project: Project, { file }: BranchFile, locale: string): AppError | undefined {
  const rule = ruleFor(project.files, file.path)
  if (rule === undefined) return undefined
  const [unapproved] = unapprovedPlaces(rule, [locale])
  if (unapproved !== undefined) return approvalNeeded([unapproved])
  try {
    checkPlace(rule, locale)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** The target file that was imported last: on the branch, else on the main branch, from which it came. */
export async function importedFile(
  project: Project,
  branch: string,
  fileId: string,
  locale: string,
  read: Reader,
): Promise<TargetFile | undefined> {
  return (
    (await read.target_files.by('place', key(fileId, branch, locale))) ??
    (await read.target_files.by('place', key(fileId, project.main_branch, locale)))
  )
}

/** Another locale's file of the same source, whose style a new file takes; always the same one. */
export async function siblingFile(
  project: Project,
  fileId: string,
  locale: string,
  read: Reader,
): Promise<TargetFile | undefined> {
  for (const other of project.target_locales) {
    if (other === locale) continue
    const found = await read.target_files.by('place', key(fileId, project.main_branch, other))
    if (found !== undefined) return found
  }
  return undefined
}

/** Keys by which the project knows entries of a file, now or once, and under which the branch lists none: target files lose them. */
export async function goneKeys({ file, held }: BranchFile, read: Reader): Promise<ReadonlySet<string>> {
  const listed = new Set(held.items.map(item => item.key))
  const entries = await read.entries.list('file', file.id)
  return new Set(entries.flatMap(entry => [entry.key, ...(entry.other_keys ?? [])]).filter(name => !listed.has(name)))
}
