import { type ApprovalReason, findApprovalReason, targetPath } from '../../../l10n/files/target-path.ts'
import type { FileRule } from './rule-book.ts'

/** A path that a rule gives, and that no administrator approved. */
export interface UnapprovedPath extends ApprovalReason {
  readonly rule: FileRule
  readonly locale: string
  readonly path: string
}

/** The paths of a rule that need an approval and have none. */
export function findUnapprovedPaths(rule: FileRule, locales: readonly string[]): readonly UnapprovedPath[] {
  return locales.flatMap(locale => {
    if (rule.approved?.includes(locale) === true) return []
    const fault = findApprovalReason(rule, locale)
    return fault === undefined ? [] : [{ rule, locale, path: targetPath(rule, locale), ...fault }]
  })
}

/** Whether the rule before did not give a path already. */
export const isNewPath = ({ locale, path }: UnapprovedPath, before: FileRule | undefined): boolean =>
  before === undefined || targetPath(before, locale) !== path

/** A rule with the approvals of the one it replaces. An approval is of a path: with another path it is gone. */
export function keepApprovals(rule: FileRule, before: FileRule | undefined): FileRule {
  const { approved: _, ...bare } = rule
  if (before?.approved === undefined) return bare
  const approved = before.approved.filter(
    locale => before.target === rule.target && targetPath(before, locale) === targetPath(rule, locale),
  )
  return approved.length === 0 ? bare : { ...bare, approved }
}

/** A rule whose paths in these locales an administrator approved. */
export const withApproved = (rule: FileRule, locales: readonly string[]): FileRule =>
  locales.length === 0 ? rule : { ...rule, approved: [...new Set([...(rule.approved ?? []), ...locales])] }

/** The call by which an administrator approves the paths of a rule. */
export function formatApprovalCall({ source, target, aliases }: FileRule): string {
  const isLong = Object.keys(aliases).length > MAX_ALIASES
  const rule = { source, target, ...(!isLong && Object.keys(aliases).length > 0 && { aliases }) }
  return `update_project with files ${JSON.stringify([rule])}${isLong ? ' and its aliases' : ''}`
}

/** So that a message stays one that can be read. */
const MAX_ALIASES = 10
