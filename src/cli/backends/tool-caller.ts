import type { z } from 'zod'
import { AppError } from '../../errors.ts'
import { omitUndefined } from '../../tools/schemas/omit-undefined.ts'
import { parseAnswer, type ToolCalls } from '../files/tool-result.ts'
import type { Machine } from '../machine.ts'
import type { BackendOptions } from './backend.ts'
import { openTarget } from './choose.ts'
import { findTarget, type Target } from './target.ts'

/** How the fix of a missing account or project begins, which names a tool. */
const TOOL_FIX = 'Call get_context '

interface CommandCall {
  readonly tool: string
  /** The URL of a remote server. */
  readonly server: string | undefined
}

/**
 * The error of a tool for somebody in a shell: a missing account or project names the command that helps, and a missing tool the server.
 */
function withCommandFix(error: unknown, { tool, server }: CommandCall): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'unknown_tool' && server !== undefined) {
    return new AppError('unavailable', `${server} has no tool ${tool}, which this command needs.`, {
      fix: 'Check the URL, and that the server is not older than this program.',
      cause: error,
    })
  }
  if (error.code !== 'not_found' || error.fix?.startsWith(TOOL_FIX) !== true) return error
  const [name = ''] = error.message.split(' ')
  return new AppError(error.code, error.message, {
    fix: name.includes('/')
      ? dragoman => `Create the project with ${dragoman('push --create')}, or correct project in dragoman.json.`
      : dragoman =>
          `Correct the account of project in dragoman.json. ${dragoman('whoami')} prints yours in its first line.`,
  })
}

/** Calls tools on the server of a command, or on the data folder of this machine. */
export interface ToolCaller extends ToolCalls {
  readonly close: () => Promise<void>
}

interface CallerOptions extends Pick<BackendOptions, 'files' | 'io'>, Partial<Pick<BackendOptions, 'kind'>> {
  /** The server of the repository or of an option; DRAGOMAN_URL overrides it. */
  readonly server?: string | undefined
  /** Where the tools run; default: as the environment, the repository and the sign-ins say. */
  readonly target?: Target
}

/**
 * Opens the caller of a command, with the everyday scopes where this machine decides them.
 * @throws AppError
 */
export async function openToolCaller(
  machine: Machine,
  { target, server: named, ...options }: CallerOptions,
): Promise<ToolCaller> {
  const wanted = { scopes: 'everyday', toolsets: [], surface: 'cli', kind: 'command', ...options } as const
  const place = target ?? (await findTarget(machine, named))
  const backend = await openTarget(machine, place, wanted)
  const server = 'url' in place ? place.url : undefined
  return {
    call: async (tool, args, shape, signal = new AbortController().signal) => {
      try {
        const result = await backend.call(tool, omitUndefined(args), {
          signal,
          client: `dragoman-cli ${machine.version}`,
        })
        return parseAnswer(result, shape, server)
      } catch (error) {
        throw withCommandFix(error, { tool, server })
      }
    },
    close: () => backend.close(),
  }
}

/** Calls a tool once for each page of its answer. */
export async function* callPages<S extends z.ZodType<{ readonly next_cursor?: string | undefined }>>(
  caller: ToolCalls,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  shape: S,
): AsyncGenerator<z.output<S>> {
  let cursor: string | undefined
  do {
    const page = await caller.call(tool, { ...args, cursor }, shape)
    yield page
    cursor = page.next_cursor
  } while (cursor !== undefined)
}

/** Runs work with a caller, and closes it. */
export async function withToolCaller<T>(
  machine: Machine,
  options: CallerOptions,
  work: (caller: ToolCaller) => Promise<T>,
): Promise<T> {
  const caller = await openToolCaller(machine, options)
  try {
    return await work(caller)
  } finally {
    await caller.close()
  }
}
