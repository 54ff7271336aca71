import { AppError } from '../../../errors.ts'
import { checkPlace, targetPath } from '../../../l10n/files/target-path.ts'
import { isMultilingual } from '../../../l10n/formats/registry.ts'
import type { Pacer } from '../../../scheduling/pacer.ts'
import { compoundKey } from '../../../store/records/define.ts'
import { approvalRequiredError } from '../../authority/target-paths.ts'
import { findUnapprovedPaths, formatApprovalCall, isNewPath, keepApprovals } from '../rules/approvals.ts'
import { type FileRule, findRule, RuleBook } from '../rules/rule-book.ts'
import { createTargetMatcher } from '../rules/shared-targets.ts'
import { checkRule, newRule } from '../rules/validate.ts'
import { prefixPath } from '../transfer/sent-files.ts'
import type { PushDestination } from './file-plan.ts'
import { moveRule } from './moved-files.ts'

/** A pushed file with its target path, if given. */
export interface PlacedFile {
  readonly path: string
  readonly content: string
  readonly target?: string | undefined
  readonly moved_from?: string | undefined
}

/**
 * Returns the project's rules, plus rules for files that had none or specify their own target; the same array if nothing changes. A push never approves a
 * path, because it runs automatically with the content of a repository.
 * @throws AppError `invalid_input`, `forbidden` for a path that needs an approval.
 */
export async function resolveRules(files: readonly PlacedFile[], to: PushDestination): Promise<readonly FileRule[]> {
  const { project, read, computed } = to
  const locales = project.target_locales
  const book = new RuleBook(project.files)
  let isSame = true
  const unknown: string[] = []
  const pace = computed.pace()
  const put = (path: string, rule: FileRule, before: FileRule | undefined, gone: readonly string[]): void => {
    withPathInError(path, () => {
      checkRule(rule, locales)
      const [first, ...others] = findUnapprovedPaths(rule, locales).filter(place => isNewPath(place, before))
      if (first !== undefined) throw approvalRequiredError([first, ...others])
    })
    for (const source of gone) book.remove(source)
    book.put(rule)
    isSame = false
  }
  for (const { path, content, target: given, moved_from: from } of files) {
    const target = given ?? (isMultilingual(path, content) ? path : undefined)
    if (pace.shouldYield) await pace.yieldNow()
    if (from !== undefined) {
      const before = book.find(from)
      const moved = moveRule(from, { path, content }, before, project.source_locale)
      if (moved !== undefined) put(path, moved, before, [path, from])
    }
    const known = book.find(path)
    const isNew = (await read.files.by('path', compoundKey(project.id, path))) === undefined
    if (isNew) unknown.push(path)
    if (known !== undefined && (target === undefined || known.target === target)) {
      // The file name replaces the * of a rule, so the path of a new file is new, too.
      if (isNew) {
        withPathInError(path, () => {
          for (const locale of locales) checkPlace(known, locale)
        })
      }
      continue
    }
    const rule = newRule({ path, content, target }, project.source_locale)
    if (rule === undefined) continue
    put(path, keepApprovals({ ...rule, aliases: known?.aliases ?? {} }, known), known, [path])
  }
  const rules = isSame ? project.files : book.list()
  if (unknown.length > 0) await assertNoTargets(unknown, rules, to)
  return rules
}

/** Notice about pushed files whose target paths an administrator must approve before a pull includes them. */
export async function findUnapprovedNotice(
  paths: readonly string[],
  rules: readonly FileRule[],
  { locales, pace }: { readonly locales: readonly string[]; readonly pace: Pacer },
): Promise<string | undefined> {
  for (const path of paths) {
    if (pace.shouldYield) await pace.yieldNow()
    const rule = findRule(rules, path)
    const [first] = rule === undefined ? [] : findUnapprovedPaths(rule, locales)
    if (first !== undefined) {
      return `${first.why} Pulls refuse ${JSON.stringify(first.path)} until an administrator approves it with ${formatApprovalCall(first.rule)}.`
    }
  }
  return undefined
}

/** Runs a check of a file and prefixes its error with the path. */
function withPathInError(path: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    throw error instanceof AppError ? prefixPath(path, error) : error
  }
}

/** Rejects target files pushed as source files: their strings would become entries in the wrong language. */
async function assertNoTargets(
  paths: readonly string[],
  rules: readonly FileRule[],
  { project, read, computed }: PushDestination,
): Promise<void> {
  const pushed = createTargetMatcher(paths, project.target_locales)
  const sources = (await read.files.list('project', project.id)).map(({ path }) => path)
  const pace = computed.pace()
  for (const source of [...sources, ...paths]) {
    if (pace.shouldYield) await pace.yieldNow()
    const rule = findRule(rules, source)
    const locale = rule && pushed(rule)
    if (rule === undefined || locale === undefined) continue
    throw new AppError(
      'invalid_input',
      `${targetPath(rule, locale)} is the ${locale} target file of ${source}, not a source file.`,
      { fix: `Push the ${project.source_locale} files only. Nothing was written.` },
    )
  }
}
