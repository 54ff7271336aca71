import { type ApprovalReason, findApprovalReason, targetPath } from '../../../l10n/files/target-path.ts'
import type { FileRule } from './rule-book.ts'

/** A target path of a rule that no administrator approved. */
export interface UnapprovedPath extends ApprovalReason {
  readonly rule: FileRule
  readonly locale: string
  readonly path: string
}

/** The paths of a rule that need approval and have none. */
export function findUnapprovedPaths(rule: FileRule, locales: readonly string[]): readonly UnapprovedPath[] {
  return locales.flatMap(locale => {
    if (rule.approved?.includes(locale) === true) return []
    const fault = findApprovalReason(rule, locale)
    return fault === undefined ? [] : [{ rule, locale, path: targetPath(rule, locale), ...fault }]
  })
}

/** Whether the path is new compared with the previous rule. */
export const isNewPath = ({ locale, path }: UnapprovedPath, before: FileRule | undefined): boolean =>
  before === undefined || targetPath(before, locale) !== path

/** A rule with the approvals of the one it replaces. An approval is for a path: a changed path loses it. */
export function keepApprovals(rule: FileRule, before: FileRule | undefined): FileRule {
  const { approved: _, ...bare } = rule
  if (before?.approved === undefined) return bare
  const approved = before.approved.filter(
    locale => before.target === rule.target && targetPath(before, locale) === targetPath(rule, locale),
  )
  return approved.length === 0 ? bare : { ...bare, approved }
}

/** Marks the paths of a rule in these locales as approved by an administrator. */
export const withApproved = (rule: FileRule, locales: readonly string[]): FileRule =>
  locales.length === 0 ? rule : { ...rule, approved: [...new Set([...(rule.approved ?? []), ...locales])] }

/** The call with which an administrator approves the paths of a rule. */
export function formatApprovalCall({ source, target, aliases }: FileRule): string {
  const isLong = Object.keys(aliases).length > MAX_ALIASES
  const rule = { source, target, ...(!isLong && Object.keys(aliases).length > 0 && { aliases }) }
  return `update_project with files ${JSON.stringify([rule])}${isLong ? ' and its aliases' : ''}`
}

/** Keeps messages readable. */
const MAX_ALIASES = 10
