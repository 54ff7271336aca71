import { text } from 'node:stream/consumers'
import { AppError } from '../../errors.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { tryParseJson } from '../../text/try-parse-json.ts'
import { TOOLSETS } from '../../tools/pipeline/toolsets.ts'
import { openTarget } from '../backends/choose.ts'
import { findTarget } from '../backends/target.ts'
import { openFileAccess } from '../files/file-access.ts'
import type { PullConflict } from '../files/pull-conflicts.ts'
import { parseToolResult, toToolError } from '../files/tool-result.ts'
import { type Io, printError, printJson } from '../io.ts'
import type { Machine } from '../machine.ts'

interface CallOptions {
  readonly tool: string
  /** The arguments as JSON, or `-` for stdin. */
  readonly json: string
  readonly scopes: string
  /** `--root` */
  readonly root?: string | undefined
  /** `--force`: a pull also replaces files that no earlier pull wrote. */
  readonly force?: boolean | undefined
}

/** Calls a tool and prints its response as JSON, or its error on stderr; returns the exit code. */
export async function callTool(
  machine: Machine,
  { tool, json, scopes, root, force }: CallOptions,
  io: Io,
): Promise<number> {
  if (force === true && tool !== 'pull_translations') {
    throw new AppError('invalid_input', `--force works only with pull_translations, not with ${tool}.`, {
      fix: 'Leave out --force.',
    })
  }
  const args = parseArguments(json === '-' ? await text(io.stdin) : json)
  const backend = await openTarget(machine, await findTarget(machine), {
    scopes,
    toolsets: TOOLSETS,
    surface: 'cli',
    kind: 'command',
    io,
    files: await openFileAccess(machine, {
      root,
      stderr: io.stderr,
      force: force === true ? createForceNotice(io) : undefined,
    }),
  })
  try {
    const signal = new AbortController().signal
    const result = await backend.call(tool, args, { signal, client: `dragoman-cli ${machine.version}` })
    if (result.isError === true) return printError(io, toToolError(result), { json: !io.stderr.isTTY })
    printJson(io, parseToolResult(result))
    return 0
  } finally {
    await backend.close()
  }
}

/** Lists the files before they are written, so that the command can still be stopped. */
const createForceNotice =
  (io: Io) =>
  (conflicts: readonly PullConflict[]): void => {
    for (const { path, why } of conflicts)
      io.stderr.write(`--force replaces ${escapeInvisible(path)}: ${escapeInvisible(why)}\n`)
  }

function parseArguments(json: string): unknown {
  const args = tryParseJson(json)
  if (args !== undefined) return args
  throw new AppError('invalid_input', '--json is not valid JSON.', {
    fix: `Quote the object: --json '{"name":"value"}'. Or use --json - and pipe it in.`,
  })
}
