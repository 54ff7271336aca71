import type { Target } from '../../../auth/policy/authorize.ts'
import { addTo } from '../../../l10n/groups.ts'
import { assertProjectAdministrator, isProjectAdministrator } from '../../authority/administrators.ts'
import type { Call, ReadDeps } from '../../pipeline/call.ts'
import type { LocaleChange } from '../../projects/change-locales.ts'
import { findUnapprovedPaths, isNewPath, keepApprovals, type UnapprovedPath, withApproved } from './approvals.ts'
import type { FileRule } from './rule-book.ts'

type Caller = Pick<Call, 'principal' | 'services'> & ReadDeps

/** The rules and locales of a project before a call, and the call's changes. */
interface RuleChange extends Pick<LocaleChange, 'targets' | 'added'> {
  readonly before: readonly FileRule[]
  readonly after: readonly FileRule[]
  /** Source patterns of the rules in the call. */
  readonly given: ReadonlySet<string>
}

/**
 * Returns the rules with their approvals, and the paths that this call approved: an administrator who sets a rule approves its paths. Other callers can only set paths that need no approval or
 * already have it.
 * @throws AppError `forbidden`, `insufficient_scope`.
 */
export async function approveRules(
  change: RuleChange,
  caller: Caller,
  target: Target,
): Promise<{ readonly rules: readonly FileRule[]; readonly paths: readonly string[] }> {
  const { before, after, given, targets, added } = change
  const earlier = new Map(before.map(rule => [rule.source, rule]))
  const open: UnapprovedPath[] = []
  const fresh: UnapprovedPath[] = []
  const rules: FileRule[] = []
  const pace = caller.computed.pace()
  for (const rule of after) {
    if (pace.shouldYield) await pace.yieldNow()
    const former = given.has(rule.source) ? earlier.get(rule.source) : undefined
    const kept = given.has(rule.source) ? keepApprovals(rule, former) : rule
    const places = findUnapprovedPaths(kept, given.has(rule.source) ? targets : added)
    open.push(...places)
    fresh.push(...places.filter(place => isNewPath(place, former)))
    rules.push(kept)
  }
  const [first] = fresh
  if (first !== undefined) {
    const what = `${first.why} Setting the path ${JSON.stringify(first.path.slice(0, 80))}`
    await assertProjectAdministrator(caller, target, what, {
      first: first.fix,
      ask: 'Ask an owner or administrator to set it.',
    })
  } else if (open.length === 0 || !(await isProjectAdministrator(caller, target))) return { rules, paths: [] }
  const approved = new Map<string, string[]>()
  for (const { rule, locale } of open) addTo(approved, rule.source, locale)
  return {
    rules: rules.map(rule => withApproved(rule, approved.get(rule.source) ?? [])),
    paths: open.map(({ path }) => path),
  }
}

/** The approved paths for the audit event, shortened to its limit. */
export const toAuditPaths = (paths: readonly string[]) =>
  paths.length === 0 ? {} : { approved_paths: paths.join(', ').slice(0, 200) }
