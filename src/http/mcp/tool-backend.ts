import type { CallToolResult, ReadResourceResult } from '@modelcontextprotocol/server'
import type { Progress } from '../../tools/pipeline/call.ts'
import type { ListedTool } from './list-tools.ts'

/**
 * Where the tools of an MCP server run: in this process, behind another process's control socket, or on a remote
 * server.
 */
export interface ToolBackend {
  list(): Promise<readonly ListedTool[]> | readonly ListedTool[]
  /** @throws AppError `unknown_tool`; every other error is a result with `isError`. */
  call(name: string, args: unknown, context: ToolCallContext): Promise<CallToolResult>
  /** Present only for a remote server, where resources are not read by tools. */
  readResource?(uri: string, context: ToolCallContext): Promise<ReadResourceResult>
}

export interface ToolCallContext {
  /** Aborted when the client cancels the call or disconnects. */
  readonly signal?: AbortSignal | undefined
  /** Present if the client asked for progress. */
  readonly progress?: Progress | undefined
  /** Name and version of the client, if it sent them. */
  readonly client: string | undefined
  /** Whether the answer includes whole files: the caller keeps them out of the model's context. */
  readonly inlineFiles?: boolean
}
