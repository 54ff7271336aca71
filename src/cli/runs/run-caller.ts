import { z } from 'zod'
import { RunView } from '../../tools/runs/view.ts'
import { openToolCaller } from '../backends/tool-caller.ts'
import { openFileAccess } from '../files/root-option.ts'
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
  start(input: Readonly<Record<string, unknown>>): Promise<z.output<typeof RunAnswer>>
  get(input: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<z.output<typeof RunsAnswer>>
  cancel(input: Readonly<Record<string, unknown>>): Promise<z.output<typeof RunAnswer>>
  close(): Promise<void>
}

/**
 * Opens the caller. Without a server, this process itself works on the runs as long as the command follows them.
 * @throws AppError
 */
export async function openRunCaller(machine: Machine, io: Io, toWork: boolean): Promise<RunCaller> {
  const { call, close } = await openToolCaller(machine, {
    kind: toWork ? 'stdio' : 'command',
    files: await openFileAccess(machine, { root: undefined, stderr: io.stderr, force: undefined }),
  })
  return {
    start: input => call('start_run', input, RunAnswer),
    get: (input, signal) => call('get_runs', input, RunsAnswer, signal),
    cancel: input => call('cancel_run', input, RunAnswer),
    close,
  }
}
