import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
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

/**
 * Yields what a reader does not have yet, then what happens, until the run has ended. Yields undefined when nothing happened for 15 seconds. Each state comes
 * from `get_runs`, so that its permissions apply during the whole time.
 * @throws AppError as `get_runs`
 */
export async function* readRunEvents(
  { project, run, after, signal }: Options,
  call: Call,
): AsyncGenerator<RunEvent | undefined, void> {
  const { services, principal } = call
  const { read } = services.store
  let last = after
  let seen: number | undefined
  while (!signal.aborted) {
    const { runs } = Answer.parse(await getRuns.invoke({ project, run }, call))
    const [view] = runs
    for (let page = await readParts(run, last); page.length > 0; page = await readParts(run, last)) {
      for (const part of page) {
        last = part.event ?? last
        const items = await toItemRows(part, { read, isOutsider: view.by === undefined })
        yield { name: 'part', id: last, data: { locale: part.locale, items } }
      }
    }
    if (view.event !== seen) yield { name: 'run', data: view }
    seen = view.event
    if (view.ended_at !== undefined) {
      yield { name: 'end', id: Math.max(last, view.event), data: {} }
      return
    }
    const known = seen
    const why = await services.runWatch.wait(run, {
      until: now => now === undefined || now.events > known,
      milliseconds: RECHECK_MS,
      principal,
      signal,
    })
    if (why === 'aborted' || why === 'stopping') return
    if (why === 'time') yield undefined
    await wait(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }

  function readParts(id: string, behind: number) {
    return read.run_parts.behind('event', id, { limit: PAGE, behind: toSortKey(behind) })
  }
}
