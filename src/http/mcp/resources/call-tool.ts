import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { ErrorBody } from '../../../errors.ts'
import type { ToolBackend, ToolCallContext } from '../tool-backend.ts'

/**
 * Calls a tool for a request that is not a tool call.
 * @throws ProtocolError with the tool's error; its data is the error body.
 */
export async function callTool(
  backend: ToolBackend,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  context: ToolCallContext,
): Promise<unknown> {
  const { content, isError, _meta } = await backend.call(tool, args, context)
  const text = content.map(part => (part.type === 'text' ? part.text : '')).join('')
  if (isError !== true) return JSON.parse(text) as unknown
  const body = _meta?.['dragoman/error'] as ErrorBody | undefined
  const own = body === undefined || body.code === 'internal_error'
  throw new ProtocolError(own ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams, text, body)
}

/** Lists the names of the projects that the caller can access, for lists and completions. */
export async function projectNames(backend: ToolBackend, context: ToolCallContext): Promise<readonly string[]> {
  const { projects = [] } = (await callTool(backend, 'get_context', {}, context)) as {
    projects?: readonly { project: string }[]
  }
  return projects.map(({ project }) => project)
}
