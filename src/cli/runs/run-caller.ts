import { z } from 'zod'
import { RunView } from '../../tools/runs/view.ts'
import { findTarget } from '../backends/target.ts'
import { openToolCaller } from '../backends/tool-caller.ts'
import { openFileAccess } from '../files/file-access.ts'
import type { Io } from '../io.ts'
import type { Machine } from '../machine.ts'

/** What became of a translation, as lists show it. */
const ItemRow = z.object({
  id: z.string(),
  key: z.string(),
  locale: z.string(),
  outcome: z.string(),
  message: z.string().optional(),
})
export type ItemRow = z.output<typeof ItemRow>

const RunAnswer = z.object({ run: RunView, next: z.string() })
const RunsAnswer = z.object({
  runs: z.array(RunView),
  items: z.array(ItemRow).optional(),
  next_cursor: z.string().optional(),
})

/** Calls the tools of runs on the server, or on the data folder of this machine. */
export interface RunCaller {
  /** Whether the runs are on this machine's data folder. */
  readonly isLocal: boolean
  start(input: Readonly<Record<string, unknown>>): Promise<z.output<typeof RunAnswer>>
  get(input: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<z.output<typeof RunsAnswer>>
  cancel(input: Readonly<Record<string, unknown>>): Promise<z.output<typeof RunAnswer>>
  close(): Promise<void>
}

interface RunOptions {
  /** Whether this process works on the runs. */
  readonly toWork: boolean
  readonly server: string | undefined
}

/**
 * Opens the caller. Without a server, this process itself works on the runs as long as the command follows them.
 * @throws AppError
 */
export async function openRunCaller(machine: Machine, io: Io, { toWork, server }: RunOptions): Promise<RunCaller> {
  const target = await findTarget(machine, server)
  const caller = await openToolCaller(machine, {
    target,
    kind: toWork ? 'stdio' : 'command',
    io,
    files: await openFileAccess(machine, { root: undefined, stderr: io.stderr }),
  })
  return {
    isLocal: target.kind === 'data-folder',
    start: input => caller.call('start_run', input, RunAnswer),
    get: (input, signal) => caller.call('get_runs', input, RunsAnswer, signal),
    cancel: input => caller.call('cancel_run', input, RunAnswer),
    close: () => caller.close(),
  }
}
