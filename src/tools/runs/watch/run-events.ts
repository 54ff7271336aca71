import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { assertCredentialActive } from '../../../auth/policy/active-credential.ts'
import { AppError } from '../../../errors.ts'
import { toSortKey } from '../../../store/records/define.ts'
import type { Call } from '../../pipeline/call.ts'
import { getRuns } from '../get-runs.ts'
import { toItemRows } from '../item-rows.ts'
import { RunView } from '../view.ts'

/** An event of a run for readers: a finished part, the state of the run, or its end. */
export interface RunEvent {
  readonly name: 'run' | 'part' | 'end'
  /** Where a reader continues: the number of the part's event. Absent for the state of the run. */
  readonly id?: number
  readonly data: unknown
}

interface Options {
  /** `acme/app`. */
  readonly project: string
  readonly run: string
  /** The last event that the reader has; 0 for none. */
  readonly after: number
  readonly signal: AbortSignal
}

const Answer = z.object({ runs: z.tuple([RunView]) })

const PAGE = 50
/** Minimum time between two states of a run. */
const INTERVAL_MS = 200
/** The permissions of a reader are checked again at least this often. */
const RECHECK_MS = 15_000
/** Pause of a reader whose CPU budget is used up. */
const PAUSE_MS = 5_000

/**
 * Yields what a reader does not have yet, then what happens, until the run has ended. Yields undefined when nothing happened for 15 seconds. Each state comes
 * from `get_runs`, so that its permissions apply during the whole time. Pauses while the caller has no CPU budget.
 * @throws AppError as `get_runs`
 */
export async function* readRunEvents(
  { project, run, after, signal }: Options,
  call: Call,
): AsyncGenerator<RunEvent | undefined, void> {
  const { services, principal } = call
  const { store, runWatch, now } = services
  const wake = (milliseconds: number, isNew: (events: number) => boolean) =>
    runWatch.wait(run, {
      until: record => record === undefined || isNew(record.events),
      milliseconds,
      principal,
      signal,
    })
  let last = after
  let seen: number | undefined
  while (!signal.aborted && !runWatch.isClosed) {
    const view = await readState({ project, run }, call).catch(async (error: unknown) => {
      if (seen === undefined || !(error instanceof AppError) || error.code !== 'rate_limited') throw error
      await assertCredentialActive(principal, store.read, now())
      return undefined
    })
    if (view === undefined) {
      yield undefined
      await wake(PAUSE_MS, () => false)
      continue
    }
    const page = await store.read.run_parts.behind('event', run, { limit: PAGE, behind: toSortKey(last) })
    for (const part of page) {
      last = part.event ?? last
      const items = await toItemRows(part, { read: store.read, isOutsider: view.by === undefined })
      yield { name: 'part', id: last, data: { locale: part.locale, items } }
    }
    // A reader may be slow, so permissions are checked for each page.
    if (page.length === PAGE) continue
    if (view.event !== seen) yield { name: 'run', data: view }
    seen = view.event
    if (view.ended_at !== undefined) {
      yield { name: 'end', id: Math.max(last, view.event), data: {} }
      return
    }
    const why = await wake(RECHECK_MS, events => events > view.event)
    if (why === 'aborted' || why === 'stopping') return
    if (why === 'time') yield undefined
    await wait(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

async function readState(place: Pick<Options, 'project' | 'run'>, call: Call): Promise<RunView> {
  const { runs } = Answer.parse(await getRuns.invoke(place, call))
  return runs[0]
}
