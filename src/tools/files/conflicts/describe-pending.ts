import type { z } from 'zod'
import { findRefusal, type Target } from '../../../auth/policy/authorize.ts'
import { findErrors } from '../../../l10n/translation/findings.ts'
import { echo } from '../../../text/escape.ts'
import type { ReadContext, ReadDeps } from '../../pipeline/call.ts'
import { BranchView } from '../../translations/branch-view.ts'
import { CheckRulesReader, toRecheckRequest } from '../../translations/check-rules.ts'
import { getOrigin } from '../../translations/origin.ts'
import type { Project } from '../../translations/records.ts'
import type { PendingConflict } from '../pull/pending-texts.ts'
import { describeDecision, findWays } from './decision.ts'
import type { PullConflicts } from './rows.ts'

interface PendingContext {
  readonly call: Pick<ReadContext, 'principal' | 'read' | 'computed' | 'client'>
  readonly target: Target
  readonly project: Project
  readonly branch: string
  readonly place: Parameters<typeof describeDecision>[2]
}

const MAX_LISTED = 5

/** Lists the conflicts of a pull, and says what to do about them. Undefined without any. */
export async function describePending(
  conflicts: readonly PendingConflict[],
  { call, target, project, branch, place }: PendingContext,
): Promise<z.output<typeof PullConflicts> | undefined> {
  const [open] = conflicts
  const count = conflicts.length
  const first: z.output<typeof PullConflicts>['first'] = []
  for (const { entryId, key, translation, suggestion } of conflicts.slice(0, MAX_LISTED)) {
    const id = (await call.read.entries.get(entryId))?.short ?? ''
    first.push({ id, key: echo(key), locale: translation.locale, suggestion: suggestion.id })
  }
  const [row] = first
  if (open === undefined || row === undefined) return undefined
  const { principal, read } = call
  const isAllowed = (await findRefusal(principal, 'project:write', target, read)) === undefined
  const mayWrite = principal.scopes.has('project:write') && isAllowed
  const hasError = await hasConflictError(open, project, branch, call)
  const { settings } = project
  const ways = findWays({ ...open, hasError }, { origin: getOrigin(call), settings, mayWrite })
  return { count, first, decide: describeDecision({ ...row, count }, ways, place) }
}

/** Whether the text of the file has an error, so that it cannot be accepted. */
async function hasConflictError(
  { entryId, translation, line, suggestion: { value } }: PendingConflict,
  project: Project,
  branch: string,
  { read, computed }: ReadDeps,
): Promise<boolean> {
  const entry = await new BranchView(project, branch, { read, computed }).getEntry(entryId, line)
  const rules = await new CheckRulesReader(project, branch, read, computed).getRules(entry, translation.locale)
  const { findings } = await computed.check(toRecheckRequest({ entry, line, value }, rules))
  return findErrors(findings).length > 0
}
