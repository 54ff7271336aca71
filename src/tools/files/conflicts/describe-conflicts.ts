import type { z } from 'zod'
import { findErrors } from '../../../l10n/translation/findings.ts'
import type { Computation } from '../../../workers/computation.ts'
import { redactFindings } from '../../glossary/redact-findings.ts'
import { Actors } from '../../translations/actors.ts'
import type { Batch } from '../../translations/batch.ts'
import type { CheckRulesReader } from '../../translations/check-rules.ts'
import { toImportCheckRequest } from '../import/apply-text.ts'
import { MAX_CONFLICTS } from '../import/import-texts.ts'
import type { ImportResult } from '../import/report.ts'
import { describeDecision, findWays } from './decision.ts'
import { type ImportConflicts, toConflictRow } from './rows.ts'

interface DescribeContext {
  readonly batch: Batch
  readonly checker: CheckRulesReader
  readonly computed: Computation
  readonly dryRun: boolean
  /** Whether the caller may read the glossary. */
  readonly withTerms: boolean
  readonly place: Parameters<typeof describeDecision>[2]
}

/** Lists the conflicts of an import, and says what to do about them. Undefined without any. */
export async function describeConflicts(
  all: readonly ImportResult[],
  { batch, checker, computed, dryRun, withTerms, place }: DescribeContext,
): Promise<{ readonly list: z.output<typeof ImportConflicts>; readonly decision: string } | undefined> {
  const count = all.reduce((sum, { report }) => sum + report.counts.conflicts, 0)
  const first = all
    .flatMap(({ file, report }) => report.conflicts.map(conflict => ({ file, conflict })))
    .slice(0, MAX_CONFLICTS)
  const actors = new Actors(batch.tx, false)
  const rows: z.output<typeof ImportConflicts>['first'] = []
  let decision: string | undefined
  for (const { file, conflict } of first) {
    const { one, after, suggestion } = conflict
    const { findings } = await computed.check(await toImportCheckRequest(one, file, checker))
    const [error] = redactFindings(findErrors(findings), withTerms)
    const row = await toConflictRow(conflict, error?.message, !dryRun, actors)
    rows.push(row)
    if (decision !== undefined) continue
    const { origin, project } = batch
    const open = { translation: after, line: one.line, suggestion, hasError: error !== undefined }
    const ways = findWays(open, { origin, settings: project.settings, mayWrite: true })
    decision = describeDecision({ ...row, count }, ways, place)
  }
  return decision === undefined ? undefined : { list: { count, first: rows }, decision }
}
