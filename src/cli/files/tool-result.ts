import type { CallToolResult } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { AppError } from '../../errors.ts'
import { echo } from '../../text/escape.ts'
import { ErrorAnswer } from '../backends/error-answer.ts'

/** Parses the JSON of a tool result; undefined for an error. @throws AppError `unavailable` when it is not JSON. */
export function parseToolResult(result: CallToolResult): unknown {
  if (result.isError === true) return undefined
  try {
    return JSON.parse(getResultText(result))
  } catch (cause) {
    throw new AppError('unavailable', 'The response of the server is not JSON.', {
      fix: 'Check that the server has the version of this program.',
      cause,
    })
  }
}

/**
 * Parses the JSON of a tool result by the schema of its tool. `server` names the server for people.
 * @throws AppError of the tool, or `unavailable` when the server answered something else.
 */
export function parseAnswer<S extends z.ZodType>(result: CallToolResult, shape: S, server = 'the server'): z.output<S> {
  if (result.isError === true) throw toToolError(result)
  const found = shape.safeParse(parseToolResult(result))
  if (found.success) return found.data
  const [issue] = found.error.issues
  const where =
    issue === undefined || issue.path.length === 0 ? '' : `: ${echo(issue.path.join('.'))} is wrong or missing`
  throw new AppError(
    'unavailable',
    `The response of ${server} is not that of a Dragoman server of this version${where}.`,
    { fix: 'Check the URL, and that the server has the version of this program.' },
  )
}

/** Calls tools of a server. */
export interface ToolCalls {
  /**
   * Calls a tool and parses its response. Arguments that are undefined are left out.
   * @throws AppError of the tool.
   */
  readonly call: <S extends z.ZodType>(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    shape: S,
    signal?: AbortSignal,
  ) => Promise<z.output<S>>
}

const getResultText = ({ content }: CallToolResult): string =>
  content.map(part => (part.type === 'text' ? part.text : '')).join('')

export const toToolResult = (answer: unknown): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
})

/** The error of a tool result, as the pipeline threw it. */
export function toToolError(result: CallToolResult): AppError {
  const { code, message, fix, scopes, retry_after } = ErrorAnswer.parse(result._meta?.['dragoman/error'])
  if (code === undefined || message === undefined) return new AppError('internal_error', getResultText(result))
  return new AppError(code, message, { fix, scopes, retryAfter: retry_after })
}
