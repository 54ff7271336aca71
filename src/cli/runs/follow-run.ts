import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, type CommandFormatter, type ErrorCode } from '../../errors.ts'
import type { RunView } from '../../tools/runs/view.ts'
import { type Io, printJson } from '../io.ts'
import { createLoggedProgress } from '../output/progress.ts'
import { describeFailures, describeRun } from '../output/runs.ts'
import type { Interruption } from '../shutdown.ts'
import type { RunCaller } from './run-caller.ts'

interface FollowOptions {
  readonly project: string
  readonly json: boolean
  /** Whether the run works on the data folder of this machine. */
  readonly isLocal: boolean
  readonly interruption: Interruption
  readonly command: CommandFormatter
}

/** Seconds of one wait. Progress is shown at least this often. */
const WAIT_SECONDS = 20
/** Minimum time between two calls: parts of a run can end faster than a token may call. */
const PAUSE_MS = 500
/** Attempts in a row while the server restarts. The first wait is a second, and each is twice as long. */
const MAX_ATTEMPTS = 7
const RETRYABLE: ReadonlySet<ErrorCode> = new Set(['rate_limited', 'unavailable', 'store_unavailable'])
/** Failures that are listed at the end. */
const MAX_FAILURES = 10
/** The exit code of a run that left something undone. */
const EXIT_UNDONE = 1

const isLive = ({ state }: RunView): boolean => state === 'pending' || state === 'running'

/** Follows a run until it ends or pauses, and prints what came of it. An interruption ends the following, not the run. Returns the exit code. */
export async function followRun(
  start: RunView,
  { project, json, isLocal, interruption, command }: FollowOptions,
  caller: RunCaller,
  io: Io,
): Promise<number> {
  const { signal, exitCode } = interruption
  const progress = createLoggedProgress(io.stderr)
  const update = progress.begin(start.kind === 'revise' ? 'Revising' : 'Translating', 'translations')
  const show = (run: RunView): void => (json ? printJson(io, run) : update(run.counts.done, run.counts.total))
  // An interruption must not wait for an answer.
  const interrupted = new Promise<undefined>(resolve => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  let run = start
  while (isLive(run) && !signal.aborted) {
    show(run)
    const next = await Promise.race([retry(() => askForChange(run, project, caller, signal), signal), interrupted])
    if (next === undefined) break
    run = next
    if (isLive(run)) await pause(PAUSE_MS, signal)
  }
  progress.clear()
  if (isLive(run)) {
    io.stderr.write(
      `${describeContinuation(run, isLocal)}\nFollow it again: ${command(`runs watch ${project} ${run.id}`)}\nCancel it: ${command(`runs cancel ${project} ${run.id}`)}\n`,
    )
    return exitCode()
  }
  if (json) printJson(io, run)
  else await printResult(run, { project, caller, signal }, io)
  const { unresolved = 0, skipped = 0 } = run.counts
  return run.state === 'completed' && unresolved + skipped === 0 ? 0 : EXIT_UNDONE
}

/** Where a run works that nobody follows. */
export const describeContinuation = ({ url }: RunView, isLocal: boolean): string =>
  isLocal ? `The run goes on while a server runs on this data folder: ${url}` : `The run goes on: ${url}`

async function askForChange(
  { id, event }: RunView,
  project: string,
  caller: RunCaller,
  signal: AbortSignal,
): Promise<RunView> {
  const { runs } = await caller.get({ project, run: id, wait: WAIT_SECONDS, event }, signal)
  const [run] = runs
  if (run === undefined) throw new Error('get_runs answered without the run')
  return run
}

/** Repeats a call while the server restarts; undefined after an interruption. A call itself waits for a busy server. */
async function retry<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      if (signal.aborted) return undefined
      const isRetryable = error instanceof AppError && RETRYABLE.has(error.code) && error.retryAfter === undefined
      if (!isRetryable || attempt === MAX_ATTEMPTS) throw error
      await pause(1000 * 2 ** attempt, signal)
    }
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined)

interface ResultContext {
  readonly project: string
  readonly caller: RunCaller
  readonly signal: AbortSignal
}

async function printResult(run: RunView, { project, caller, signal }: ResultContext, io: Io): Promise<void> {
  io.stdout.write(`${describeRun(run)}\n`)
  const { unresolved = 0, skipped = 0 } = run.counts
  if (unresolved + skipped === 0) return
  const { items = [] } = await caller.get({ project, run: run.id, items: 'unresolved', limit: MAX_FAILURES }, signal)
  io.stdout.write(`${describeFailures(items.slice(0, MAX_FAILURES), unresolved + skipped)}\n`)
}
