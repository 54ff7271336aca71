import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ToolBackend, ToolCallContext } from '../../http/mcp/tool-backend.ts'
import type { Progress } from '../../tools/pipeline/call.ts'
import type { FileAccess } from '../files/file-access.ts'
import { toToolError } from '../files/tool-result.ts'
import type { FileTransfer } from '../files/transfer.ts'
import { withFileAccess } from '../files/with-file-access.ts'
import type { Machine } from '../machine.ts'
import { createPatience, type Patience } from './patience.ts'

interface PatientOptions {
  readonly files: FileAccess
  /** How the files of a call travel. */
  readonly carrier: (patience: Patience) => FileTransfer
}

/** Makes a backend transfer files itself, and wait while its server is busy. A repeated call sends no file again that the server has. */
export function withPatience<B extends ToolBackend>(
  { now, pause }: Pick<Machine, 'now' | 'pause'>,
  backend: B,
  { files, carrier }: PatientOptions,
): B {
  const readResource = backend.readResource?.bind(backend)
  const say = (line: string): void => files.progress.note(line)
  const call: ToolBackend['call'] = (name, args, given) => {
    const { report, step } = createIncreasing(given.progress)
    const patience = createPatience({ now, pause, say, stillWaiting: step })
    const patient: ToolBackend = {
      ...backend,
      call: (...request) => callPatiently(() => backend.call(...request), patience, given.signal),
    }
    return withFileAccess(patient, files, carrier(patience)).call(name, args, { ...given, progress: report })
  }
  return {
    ...backend,
    list: () => createPatience({ now, pause, say }).run(async () => backend.list()),
    call,
    ...(readResource !== undefined && {
      readResource: (uri: string, context: ToolCallContext) =>
        createPatience({ now, pause, say }).run(() => readResource(uri, context), context.signal),
    }),
  }
}

/** Repeats a call that a busy server refused. */
async function callPatiently(
  call: () => Promise<CallToolResult>,
  patience: Patience,
  signal: AbortSignal | undefined,
): Promise<CallToolResult> {
  for (;;) {
    const result = await call()
    if (result.isError !== true || !(await patience.wait(toToolError(result), signal))) return result
  }
}

/** How much a sign of life counts as progress. */
const STEP = 0.001

/** Progress that increases with each report, also over a call that begins again, and over signs of life in between. */
function createIncreasing(progress: Progress | undefined) {
  let last = -STEP
  const send = (update: Parameters<Progress>[0]): void => {
    if (update.progress <= last) return
    last = update.progress
    progress?.(update)
  }
  return {
    report: progress && send,
    step: (message: string): void => send({ progress: last + STEP, message }),
  }
}
