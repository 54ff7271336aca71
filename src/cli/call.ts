import { text } from 'node:stream/consumers'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { AppError, ERROR_CODES, type ErrorBody } from '../errors.ts'
import { TOOLSETS } from '../tools/tool.ts'
import { chooseBackend } from './backends/choose.ts'
import { rootOf } from './files/root-option.ts'
import { type Io, printError, printJson } from './io.ts'
import type { Machine } from './machine.ts'

interface CallOptions {
  readonly tool: string
  /** The arguments as JSON, or `-` for stdin. */
  readonly json: string
  readonly scopes: string
  /** `--root` */
  readonly root?: string | undefined
}

/** Calls one tool and prints its answer; a refusal goes to stderr, and its code becomes the exit code. */
export async function callTool(machine: Machine, { tool, json, scopes, root }: CallOptions, io: Io): Promise<number> {
  const args = parseArguments(json === '-' ? await text(io.stdin) : json)
  const backend = await chooseBackend(machine, {
    scopes,
    toolsets: TOOLSETS,
    surface: 'cli',
    kind: 'command',
    root: await rootOf(machine, root),
  })
  try {
    const signal = new AbortController().signal
    const result = await backend.call(tool, args, { signal, client: `dragoman-cli ${machine.version}` })
    if (result.isError === true) return printError(io, refusalOf(result))
    printJson(io, JSON.parse(textOf(result)))
    return 0
  } finally {
    await backend.close()
  }
}

function parseArguments(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new AppError(
      'invalid_input',
      `--json is not JSON: ${error instanceof Error ? error.message : String(error)}.`,
      {
        fix: `Put the object in single quotes: --json '{"name":"value"}', or give - and pipe it in.`,
      },
    )
  }
}

function refusalOf(result: CallToolResult): AppError {
  const body = result._meta?.['dragoman/error'] as ErrorBody | undefined
  if (body === undefined || !ERROR_CODES.includes(body.code)) return new AppError('internal_error', textOf(result))
  return new AppError(body.code, body.message, {
    ...(body.fix !== undefined && { fix: body.fix }),
    ...(body.retry_after !== undefined && { retryAfter: body.retry_after }),
  })
}

const textOf = ({ content }: CallToolResult): string =>
  content.map(part => (part.type === 'text' ? part.text : '')).join('')
