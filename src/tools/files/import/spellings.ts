import { targetPath } from '../../../l10n/files/target-path.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Reader } from '../../../store/store.ts'
import { escapeInvisible } from '../../../text/escape.ts'
import { listBranchFiles } from '../../projects/branches.ts'
import { countStates } from '../../translations/branch-view.ts'
import type { Project } from '../../translations/records.ts'
import { type FileRule, findRule, findStoredRule } from '../rules/rule-book.ts'
import type { ImportFile } from './import-file.ts'

/** A spelling of a locale in the path of an imported file, other than that of the file rule. */
export interface Spelling {
  readonly source: string
  readonly locale: string
  readonly alias: string
}

interface Importing {
  readonly project: Project
  readonly branch: string
  /** Whether nobody has to review the files. */
  readonly isFinal: boolean
}

/** Lists the spellings that file rules get from an import. One that a reviewer must decide on moves no file that others have. */
export async function listSpellings(
  files: readonly ImportFile[],
  { project, branch, isFinal }: Importing,
  read: Reader,
): Promise<readonly Spelling[]> {
  const known = new Map<string, Promise<boolean>>()
  const isTaken = (path: string, locale: string): Promise<boolean> => {
    const rule = findStoredRule(project.files, path)
    const name = compoundKey(locale, rule?.source ?? '')
    const taken = known.get(name) ?? hasFiles(rule, locale, { project, branch }, read)
    known.set(name, taken)
    return taken
  }
  const found: Spelling[] = []
  for (const { place } of files) {
    const { alias, locale, source } = place
    if (alias === undefined || (!isFinal && (await isTaken(source.file.path, locale)))) continue
    found.push({ source: source.file.path, locale, alias })
  }
  return found
}

/** Whether a locale has translations, or an imported file of any source file with a rule. */
async function hasFiles(
  rule: FileRule | undefined,
  locale: string,
  { project, branch }: Pick<Importing, 'project' | 'branch'>,
  read: Reader,
): Promise<boolean> {
  const { needs_review, translated, approved } = await countStates(project.id, locale, read)
  if (needs_review + translated + approved > 0) return true
  for (const { file } of await listBranchFiles(project, branch, read)) {
    if (findStoredRule(project.files, file.path) !== rule) continue
    for (const name of new Set([branch, project.main_branch])) {
      if ((await read.target_files.by('place', compoundKey(file.id, name, locale))) !== undefined) return true
    }
  }
  return false
}

/** Says where pulls write a locale whose imported file has another path than before. */
export function describeSpelling(
  { record, place: { path, locale, alias, source } }: ImportFile,
  spellings: readonly Spelling[],
  { files }: Project,
): readonly string[] {
  const rule = findRule(files, source.file.path)
  if (alias === undefined || rule === undefined) return []
  const [now, before] = [path, targetPath(rule, locale)].map(escapeInvisible)
  if (!spellings.some(one => one.source === source.file.path && one.locale === locale)) {
    return [`Pulls still write ${locale} to ${before}. A user or a token with project:admin can move it: push ${now}.`]
  }
  if (record === undefined) return []
  return [`Pulls now write ${locale} to ${now}, not to ${before}: keep only one of these files.`]
}
