import type { CommandFormatter } from '../../errors.ts'
import type { RunView } from '../../tools/runs/view.ts'
import type { Interruption } from '../interruption.ts'
import { type Io, printJson } from '../io.ts'
import { createProgress } from '../output/progress.ts'
import { describeFailures, describeRun } from '../output/runs.ts'
import type { RunCaller } from './run-caller.ts'

interface FollowOptions {
  readonly project: string
  readonly json: boolean
  readonly interruption: Interruption
  readonly command: CommandFormatter
}

/** Seconds of one wait. Progress is shown at least this often. */
const WAIT_SECONDS = 20
/** Failures that are listed at the end. */
const MAX_FAILURES = 10
/** The exit code of a run that left something undone. */
const EXIT_UNDONE = 1

const isLive = ({ state }: RunView): boolean => state === 'pending' || state === 'running'

/** Follows a run until it ends or pauses, and prints what came of it. An interruption ends the following, not the run. Returns the exit code. */
export async function followRun(
  start: RunView,
  { project, json, interruption, command }: FollowOptions,
  caller: RunCaller,
  io: Io,
): Promise<number> {
  const { signal, exitCode } = interruption
  const progress = createProgress(io.stderr)
  const update = progress.begin(start.kind === 'revise' ? 'Revising' : 'Translating', 'translations')
  let run = start
  while (isLive(run) && !signal.aborted) {
    if (json) printJson(io, run)
    update(run.counts.done, run.counts.total)
    run = await waitForChange(run, project, caller, signal)
  }
  progress.clear()
  if (isLive(run)) {
    io.stderr.write(
      `The run goes on: ${run.url}\nFollow it again: ${command(`runs watch ${project} ${run.id}`)}\nCancel it: ${command(`runs cancel ${project} ${run.id}`)}\n`,
    )
    return exitCode()
  }
  if (json) printJson(io, run)
  else await printResult(run, project, caller, io)
  const { unresolved = 0, skipped = 0 } = run.counts
  return run.state === 'completed' && unresolved + skipped === 0 ? 0 : EXIT_UNDONE
}

async function waitForChange(
  { id, event }: RunView,
  project: string,
  caller: RunCaller,
  signal: AbortSignal,
): Promise<RunView> {
  // An interruption must not wait for the answer.
  const interrupted = new Promise<undefined>(resolve => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  const asked = caller.get({ project, run: id, wait: WAIT_SECONDS, event }, signal)
  const answer = await Promise.race([asked.catch(ignoreAbort(signal)), interrupted])
  const [run] = (answer ?? (await caller.get({ project, run: id }))).runs
  if (run === undefined) throw new Error('get_runs answered without the run')
  return run
}

const ignoreAbort =
  (signal: AbortSignal) =>
  (error: unknown): undefined => {
    if (!signal.aborted) throw error
    return undefined
  }

async function printResult(run: RunView, project: string, caller: RunCaller, io: Io): Promise<void> {
  io.stdout.write(`${describeRun(run)}\n`)
  const { unresolved = 0, skipped = 0 } = run.counts
  if (unresolved + skipped === 0) return
  const { items = [] } = await caller.get({ project, run: run.id, items: 'unresolved', limit: MAX_FAILURES })
  io.stdout.write(`${describeFailures(items.slice(0, MAX_FAILURES), unresolved + skipped)}\n`)
}
