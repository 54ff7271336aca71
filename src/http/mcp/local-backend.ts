import type { CallToolResult } from '@modelcontextprotocol/server'
import { AppError, type ErrorBody, type ErrorCode, errorBody } from '../../errors.ts'
import type { Call } from '../../tools/pipeline/call.ts'
import type { Tool } from '../../tools/pipeline/tool.ts'
import type { Toolset } from '../../tools/pipeline/toolsets.ts'
import { findMcpTool } from '../../tools/registry.ts'
import { recordMissingScopes } from '../missing-scopes.ts'
import { listTools } from './list-tools.ts'
import type { ToolBackend } from './tool-backend.ts'

/** Runs tools in this process for `base.principal`. Reports the code of each error to `noteError`. */
export function createLocalBackend(
  base: Call,
  toolsets: readonly Toolset[],
  noteError: (code: ErrorCode) => void = () => undefined,
): ToolBackend {
  return {
    list: () => listTools(toolsets),
    call: async (name, args, { client, inlineFiles = base.inlineFiles, signal: given, progress }) => {
      const signal =
        base.signal === undefined || given === undefined
          ? (given ?? base.signal)
          : AbortSignal.any([given, base.signal])
      const tool = findMcpTool(name)
      const call = { ...base, toolsets, client: cleanClientName(client) ?? base.client, inlineFiles, signal, progress }
      try {
        return toToolResult(tool, await tool.invoke(args, call))
      } catch (error) {
        if (error instanceof AppError && error.code === 'insufficient_scope')
          await recordMissingScopes(call, error.scopes ?? [])
        const body = errorBody(error, call.requestId)
        noteError(body.code)
        if (!(error instanceof AppError)) {
          call.services.log.error({ err: error, request_id: call.requestId }, 'tool failed')
        }
        return toErrorResult(body)
      }
    },
  }
}

/**
 * Returns the whole answer as text, because many clients forward nothing else. Adds structured content when the tool
 * lists an output schema.
 */
function toToolResult(tool: Tool, value: unknown): CallToolResult {
  const content = [{ type: 'text' as const, text: JSON.stringify(value) }]
  return tool.structured ? { content, structuredContent: value } : { content }
}

/**
 * Returns text for the model and the body for programs. Never structured content: clients validate it against the
 * output schema.
 */
function toErrorResult(body: ErrorBody): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: body.fix === undefined ? body.message : `${body.message} ${body.fix}` }],
    _meta: { 'dragoman/error': body },
  }
}

/** Clients choose their name freely, so it is stored as data: short and on one line. */
function cleanClientName(client: string | undefined): string | undefined {
  return client?.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '').slice(0, 100)
}
