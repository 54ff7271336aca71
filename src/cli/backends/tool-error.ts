import type { CallToolResult } from '@modelcontextprotocol/server'
import { type CommandFormatter, errorBody } from '../../errors.ts'

/** Converts an error of the backend to a tool result: text for the model, the error body for programs. */
export function toolError(error: unknown, requestId: string, dragoman?: CommandFormatter): CallToolResult {
  const body = errorBody(error, requestId, dragoman)
  return {
    isError: true,
    content: [{ type: 'text', text: body.fix === undefined ? body.message : `${body.message} ${body.fix}` }],
    _meta: { 'dragoman/error': body },
  }
}
