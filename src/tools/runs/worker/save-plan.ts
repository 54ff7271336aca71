import type { RunRecord } from '../../../store/records/runs.ts'
import type { Transaction } from '../../../store/store.ts'
import type { Services } from '../../pipeline/call.ts'
import { putRun, StopError } from '../end-run.ts'
import { formatDollars } from '../format-dollars.ts'
import { addEstimate, MAX_TRANSLATIONS, type PlanPage, planPage, type Run, toPart } from '../plan.ts'
import { describeNothing } from '../selection-notes.ts'
import { toDollars } from '../view.ts'
import type { RunScene } from './run-scene.ts'

/** Selects the next translations of a run and stores them as parts. After the last page, the run begins, or pauses if its estimate exceeds its budget. */
export async function savePlanPage({ run, project }: RunScene, services: Services): Promise<void> {
  const computed = services.compute.forCall({ queue: 'runs' })
  const page = await planPage(run, project, run.cursor, { read: services.store.read, computed, services })
  const total = (run.counts['total'] ?? 0) + page.total
  if (total > MAX_TRANSLATIONS) {
    const limit = MAX_TRANSLATIONS.toLocaleString('en')
    throw new StopError({
      state: 'failed',
      reason: 'too_large',
      message: `The run selects more than ${limit} translations. Start one for fewer files or locales.`,
    })
  }
  await services.store.transaction(tx => writePlanPage(run, page, total, tx, services), {
    lock: project.id,
    user: `run ${run.id}`,
  })
}

async function writePlanPage(
  { id, cursor: from }: Run,
  page: PlanPage,
  total: number,
  tx: Transaction,
  { now }: Services,
): Promise<void> {
  const current = await tx.runs.get(id)
  if (current?.state !== 'pending' || current.cursor !== from) return
  for (const [at, part] of page.parts.entries()) await tx.run_parts.insert(toPart(part, current, current.parts + at))
  const { cursor: _, ...rest } = current
  const alreadySuggested = (current.already_suggested ?? 0) + page.alreadySuggested
  const planned: Run = {
    ...rest,
    ...(alreadySuggested > 0 && { already_suggested: alreadySuggested }),
    parts: current.parts + page.parts.length,
    counts: { ...current.counts, total },
    estimate: addEstimate(current.estimate, page.estimate),
    planned: page.cursor === undefined,
    ...(page.cursor !== undefined && { cursor: page.cursor }),
  }
  await putRun(current, planned.planned ? begin(planned, now().toISOString()) : planned, tx)
}

function begin(run: Run, at: string): Run {
  const { estimate, budget } = run
  const started = { ...run, started_at: at }
  if (run.counts['total'] === 0) {
    return { ...started, state: 'completed', message: describeNothing(run), ended_at: at }
  }
  if (budget !== undefined && estimate.usage.cost > budget) {
    const [expected, allowed] = [estimate.usage.cost, budget].map(micros => formatDollars(toDollars(micros)))
    const message = `The estimate is ${expected}, and the budget is ${allowed}. Nothing was sent. Resume the run with a higher budget, or as it is: it then stops when the budget is used up.`
    return { ...started, state: 'paused', reason: 'budget', message } satisfies RunRecord | Run
  }
  return { ...started, state: 'running' }
}
