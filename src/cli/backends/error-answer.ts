import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type CommandFormatter, ERROR_CODES, errorBody } from '../../errors.ts'

/** The error body in a server's response. Invalid fields are dropped: older servers have fewer, and other servers send anything. */
export const ErrorAnswer = z
  .object({
    code: z.enum(ERROR_CODES).optional().catch(undefined),
    message: z.string().optional().catch(undefined),
    fix: z.string().optional().catch(undefined),
    scopes: z.array(z.string()).optional().catch(undefined),
    retry_after: z.number().optional().catch(undefined),
  })
  .catch({})

/** Converts an error of the backend to a tool result: text for the model, the error body for programs. */
export function toolError(error: unknown, requestId: string, dragoman?: CommandFormatter): CallToolResult {
  const body = errorBody(error, requestId, dragoman)
  return {
    isError: true,
    content: [{ type: 'text', text: body.fix === undefined ? body.message : `${body.message} ${body.fix}` }],
    _meta: { 'dragoman/error': body },
  }
}
