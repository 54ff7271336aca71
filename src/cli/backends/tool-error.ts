import type { CallToolResult } from '@modelcontextprotocol/server'
import { type CommandFormatter, errorBody } from '../../errors.ts'

/** An error of the way to the tools, in the shape of every tool's error: text for the model, the body for programs. */
export function toolError(error: unknown, requestId: string, dragoman?: CommandFormatter): CallToolResult {
  const body = errorBody(error, requestId, dragoman)
  return {
    isError: true,
    content: [{ type: 'text', text: body.fix === undefined ? body.message : `${body.message} ${body.fix}` }],
    _meta: { 'dragoman/error': body },
  }
}
