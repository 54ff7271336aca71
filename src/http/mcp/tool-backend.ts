import type { CallToolResult, ReadResourceResult } from '@modelcontextprotocol/server'
import type { ListedTool } from './list-tools.ts'

/** Where the tools of an MCP server run: in this process, behind the control socket of another, or at a remote server. */
export interface ToolBackend {
  list(): Promise<readonly ListedTool[]> | readonly ListedTool[]
  /** @throws AppError `unknown_tool`; every other refusal is a result with `isError`. */
  call(name: string, args: unknown, context: ToolCallContext): Promise<CallToolResult>
  /** Only where resources are not read by tools: at a remote server. */
  readResource?(uri: string, context: ToolCallContext): Promise<ReadResourceResult>
}

export interface ToolCallContext {
  /** Aborted when the client goes away; only backends that call out look at it. */
  readonly signal?: AbortSignal
  /** The client's name and version, when it told them. */
  readonly client: string | undefined
  /** Whether files come whole in the answer: what asks carries them past the model. */
  readonly inlineFiles?: boolean
}
