import { AppError } from '../../../errors.ts'
import { exampleTarget } from '../../../l10n/files/guess-target.ts'
import { checkPlace } from '../../../l10n/files/target-path.ts'
import type { FormerKeys } from '../../../l10n/formats/former-keys.ts'
import { formatById } from '../../../l10n/formats/registry.ts'
import { getRootKey } from '../../../l10n/formats/root-key.ts'
import type { Include } from '../../../l10n/translation/export.ts'
import type { Pacer } from '../../../scheduling/pacer.ts'
import type { Frozen } from '../../../store/frozen.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { TargetFileRecord } from '../../../store/records/localization.ts'
import type { Reader } from '../../../store/store.ts'
import { approvalRequiredError } from '../../authority/target-paths.ts'
import type { BranchFile } from '../../projects/branches.ts'
import type { Entry, Project } from '../../translations/records.ts'
import { readEntries } from '../push/plan/old-strings.ts'
import { findUnapprovedPaths } from '../rules/approvals.ts'
import { type FileRule, findRule } from '../rules/rule-book.ts'

type TargetFile = Frozen<TargetFileRecord>

/** Where a target file is: its source file on a branch, and its locale. */
interface TargetFilePlace {
  readonly project: Project
  readonly branch: string
  readonly source: { readonly file: { readonly id: string } }
  readonly locale: string
}

/** A source file on a branch, and the locale of its target file. */
export interface PulledPlace extends TargetFilePlace {
  readonly source: BranchFile
}

/** The rule with the target path of a source file. @throws AppError `invalid_input` if there is none. */
export function getFileRule(project: Project, { file }: BranchFile): FileRule {
  const rule = findRule(project.files, file.path)
  if (rule !== undefined) return rule
  throw new AppError(
    'invalid_input',
    `No target path is set for ${file.path}, and its path does not name ${project.source_locale}.`,
    { fix: `Push the file again with target, such as ${exampleTarget(file.path)}.` },
  )
}

/**
 * Returns why a pull rejects a file: its path is not approved, or no longer allowed. Rules are checked when they are set; this catches rules set before the
 * check existed.
 */
export function findTargetRefusal(rule: FileRule, locale: string): AppError | undefined {
  const [unapproved] = findUnapprovedPaths(rule, [locale])
  if (unapproved !== undefined) return approvalRequiredError([unapproved])
  try {
    checkPlace(rule, locale)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Finds the target file imported last: on the branch, else on the main branch. */
export async function findImportedFile(place: TargetFilePlace, read: Reader): Promise<TargetFile | undefined> {
  for await (const file of listImportedFiles(place, read)) return file
  return undefined
}

/** Finds the target file that a pull by others than its importer edits: imported last on the branch, else on the main branch, and not to be reviewed first. */
export async function findReviewedFile(place: TargetFilePlace, read: Reader): Promise<TargetFile | undefined> {
  for await (const file of listImportedFiles(place, read)) {
    const reviewed = toReviewed(file, place.project)
    if (reviewed !== undefined) return reviewed
  }
  return undefined
}

async function* listImportedFiles({ project, branch, source, locale }: TargetFilePlace, read: Reader) {
  for (const name of new Set([branch, project.main_branch])) {
    const file = await read.target_files.by('place', compoundKey(source.file.id, name, locale))
    if (file !== undefined) yield file
  }
}

/** Finds the target file whose style new locales use: of the first target locale that has one. */
export async function findSiblingFile(
  { project, source }: Pick<TargetFilePlace, 'project' | 'source'>,
  read: Reader,
): Promise<TargetFile | undefined> {
  for (const locale of project.target_locales) {
    const found = await findReviewedFile({ project, branch: project.main_branch, source, locale }, read)
    if (found !== undefined) return found
  }
  return undefined
}

function toReviewed(file: TargetFile, { settings }: Project): TargetFile | undefined {
  const { reviewed } = file
  if (reviewed === undefined || settings.review !== 'required') return file
  const { recorded: _, ...others } = file
  return reviewed === null ? undefined : { ...others, ...reviewed }
}

/** How the translations of a source file in a locale are read and written, without their content. */
export const toTargetInput = ({ file, branchFile }: BranchFile, locale: string, path: string) => ({
  path,
  format: file.format,
  locale,
  source: branchFile.content,
  rootKey: getRootKey(file.options),
})

/** Whether a pull delivers only what somebody decided on. */
export const deliversDecided = ({ settings }: Pick<Project, 'settings'>, include: Include): boolean =>
  settings.review === 'required' || include === 'approved'

/** The content of a target file that somebody decided on: the file itself, or the one before it; undefined if there is none. */
export const findDecided = (file: TargetFile | undefined): string | undefined =>
  file?.reviewed === undefined ? file?.content : file.reviewed?.content

/** The content of a source file that a pull by others than its pusher edits, if it has all locales: that of others may have to be reviewed first. */
export const getReviewedSource = (
  { branchFile }: BranchFile,
  { settings }: Project,
): Pick<BranchFile['branchFile'], 'content' | 'sha256'> =>
  settings.review === 'required' ? (branchFile.reviewed ?? branchFile) : branchFile

/**
 * Whether the project has each text of a target file that is for a source. A text without a record is of a key that the source lacked at the import: where keys
 * are no sources, nobody said what it translates.
 */
export const hasTextsOfKnownSources = ({ recorded }: Pick<TargetFile, 'recorded'>, format: string): boolean =>
  recorded === true && formatById(format).keysAreSources !== true

/** Keys and entries of a file that are in the project but not in the branch. */
export interface UnlistedEntries {
  /** Current or former keys under which the branch lists no entry: target files lose them. */
  readonly keys: ReadonlySet<string>
  /** Entry IDs. */
  readonly entries: readonly string[]
  readonly former: FormerKeys
  /** Key → IDs of the entries that have or had it, other than the one that the branch lists under it. */
  readonly owners: ReadonlyMap<string, readonly string[]>
}

export async function findUnlistedEntries(
  { file, branchFile }: BranchFile,
  read: Reader,
  pace: Pacer,
): Promise<UnlistedEntries> {
  const byKey = new Map<string, string>()
  const listed = new Map<string, string>()
  for (const item of branchFile.items) {
    if (pace.shouldYield) await pace.yieldNow()
    byKey.set(item.key, item.entry_id)
    listed.set(item.entry_id, item.key)
  }
  const keys = new Set<string>()
  const entries: string[] = []
  const former: (readonly [string, readonly string[]])[] = []
  const owners = new Map<string, string[]>()
  for (const entry of await listKnownEntries(file.id, listed, read)) {
    if (pace.shouldYield) await pace.yieldNow()
    const key = listed.get(entry.id)
    const isLeft = (one: NonNullable<Entry['left']>[number]): boolean =>
      one.file_id === file.id && (one.branch ?? branchFile.branch) === branchFile.branch
    const left = (entry.left ?? []).filter(isLeft).map(one => one.key)
    // A branch can have listed it here under the key of its other file.
    const own = entry.file_id === file.id || key !== undefined ? [entry.key] : []
    const names = [...new Set([...(entry.other_keys ?? []), ...left, ...own])]
    for (const name of names) {
      if (byKey.get(name) !== entry.id) owners.set(name, [...(owners.get(name) ?? []), entry.id])
    }
    const others = names.filter(name => !byKey.has(name))
    for (const name of others) keys.add(name)
    if (key === undefined) entries.push(entry.id)
    else if (others.length > 0) former.push([key, others])
  }
  return { keys, entries, former, owners }
}

/** Entries of a file, those that left it, and those of other files that a branch lists in it. */
async function listKnownEntries(
  fileId: string,
  listed: ReadonlyMap<string, string>,
  read: Reader,
): Promise<readonly Entry[]> {
  const found = new Map<string, Entry>()
  for (const entry of await read.entries.list('file', fileId)) found.set(entry.id, entry)
  for (const entry of await read.entries.list('left', fileId)) found.set(entry.id, entry)
  const foreign = [...listed.keys()].filter(id => !found.has(id))
  return [...found.values(), ...(await readEntries(foreign, read))]
}
