import { AppError } from '../../errors.ts'
import { checkPlace, targetPath } from '../../l10n/target-path.ts'
import { key } from '../../store/records/collection.ts'
import type { Transaction } from '../../store/store.ts'
import { approvalNeeded, howToApprove, isNewPlace, keepApprovals, unapprovedPlaces } from './approvals.ts'
import { checkRule, type FileRule, newRule, ruleFor, samePath } from './file-rules.ts'
import { movedRule } from './push-moved.ts'
import type { PushTo } from './push-plan.ts'
import { naming } from './sent-files.ts'

/** A pushed file with what it says of its place. */
export interface PlacedFile {
  readonly path: string
  readonly target?: string | undefined
  readonly moved_from?: string | undefined
}

/**
 * The project's rules with those of files that had none, or that come with a target of their own; the same array when nothing changes. A push approves no
 * path, whoever sends it: it runs by itself, with what a repository has.
 * @throws AppError `invalid_input`, `forbidden` for a path that needs an approval.
 */
export async function rulesWith(files: readonly PlacedFile[], { project }: PushTo, tx: Transaction) {
  const locales = project.target_locales
  let rules: readonly FileRule[] = project.files
  const unknown: string[] = []
  const put = (path: string, rule: FileRule, before: FileRule | undefined, gone: readonly string[]): void => {
    checked(path, () => {
      checkRule(rule, locales)
      const [first, ...others] = unapprovedPlaces(rule, locales).filter(place => isNewPlace(place, before))
      if (first !== undefined) throw approvalNeeded([first, ...others])
    })
    rules = [rule, ...rules.filter(({ source }) => !gone.includes(source))]
  }
  for (const { path, target, moved_from: from } of files) {
    const moved = from === undefined ? undefined : movedRule(from, path, rules, project.source_locale)
    if (moved !== undefined && from !== undefined) put(path, moved, ruleFor(rules, from), [path, from])
    const held = ruleFor(rules, path)
    const isNew = (await tx.files.by('path', key(project.id, path))) === undefined
    if (isNew) unknown.push(path)
    if (held !== undefined && (target === undefined || held.target === target)) {
      // Its name fills the * of a rule: the path is as new as the file.
      if (isNew) {
        checked(path, () => {
          for (const locale of locales) checkPlace(held, locale)
        })
      }
      continue
    }
    const rule = newRule(path, project.source_locale, target)
    if (rule === undefined) continue
    put(path, keepApprovals({ ...rule, aliases: held?.aliases ?? {} }, held), held, [path])
  }
  if (unknown.length > 0) await refuseTargets(unknown, rules, project, tx)
  return rules
}

/** What to tell of pushed files whose translations no pull gives until an administrator approves their path. */
export function unapprovedNotice(paths: readonly string[], rules: readonly FileRule[], locales: readonly string[]) {
  for (const path of paths) {
    const rule = ruleFor(rules, path)
    const [first] = rule === undefined ? [] : unapprovedPlaces(rule, locales)
    if (first !== undefined) {
      return `${first.why} Pulls refuse ${JSON.stringify(first.path)} until an administrator approves it with ${howToApprove(first.rule)}. `
    }
  }
  return ''
}

/** Does what may refuse a file, which its refusal then names. */
function checked(path: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    throw error instanceof AppError ? naming(path, error) : error
  }
}

/** A file of translations that is pushed as a source would become entries in the wrong language. */
async function refuseTargets(
  paths: readonly string[],
  rules: readonly FileRule[],
  project: PushTo['project'],
  tx: Transaction,
): Promise<void> {
  const pushed = new Set(paths.map(samePath))
  const sources = (await tx.files.list('project', project.id)).map(({ path }) => path)
  for (const source of [...sources, ...paths]) {
    const rule = ruleFor(rules, source)
    if (rule === undefined) continue
    const locale = project.target_locales.find(one => pushed.has(samePath(targetPath(rule, one))))
    if (locale === undefined) continue
    throw new AppError(
      'invalid_input',
      `${targetPath(rule, locale)} is where the ${locale} translations of ${source} go.`,
      { fix: `Push the ${project.source_locale} files only; nothing was written.` },
    )
  }
}
