import { type CallToolResult, classifyInboundRequest } from '@modelcontextprotocol/server'
import { hasTool } from '../../tools/registry.ts'
import type { Toolset } from '../../tools/tool.ts'
import type { Exchange } from '../exchange.ts'
import { listTools } from './listing.ts'
import { CLIENT_INFO, clientName, LIST_CACHE, serverInfo, type ToolBackend } from './tool-server.ts'

export const REVISION = '2026-07-28'
const LEGACY_REVISIONS: ReadonlySet<unknown> = new Set(['2025-06-18', '2025-11-25'])

/** A request in perfect order, for which the SDK would only wrap what the backend answers. */
interface Plain {
  readonly id: string | number
  readonly modern: boolean
  /** Absent for `tools/list`. */
  readonly call?: { readonly name: string; readonly args: unknown; readonly client: string | undefined }
}

type Lane = (
  exchange: Exchange,
  body: unknown,
  toolsets: readonly Toolset[],
  backend: () => ToolBackend,
) => Promise<boolean>

/**
 * Answers `tools/list` and `tools/call` without the SDK, at a quarter of its cost, and says whether it did. Takes only requests that need
 * nothing but an answer: no progress, no page, no unknown tool, no header that is missing or off. The SDK answers all others, so that every
 * refusal is its own; a test holds both ways to the same bytes.
 */
export function createPlainLane(version: string): Lane {
  const lists = new Map<string, Buffer>()
  const stamp = { 'io.modelcontextprotocol/serverInfo': serverInfo(version) }
  const list = (modern: boolean, toolsets: readonly Toolset[]): Buffer => {
    const key = `${modern} ${toolsets.join()}`
    const tools = { tools: listTools(toolsets) }
    const made =
      lists.get(key) ??
      Buffer.from(JSON.stringify(modern ? { ...tools, ...LIST_CACHE, resultType: 'complete', _meta: stamp } : tools))
    lists.set(key, made)
    return made
  }
  const wrap = (modern: boolean, result: CallToolResult): Buffer =>
    Buffer.from(
      JSON.stringify(modern ? { ...result, resultType: 'complete', _meta: { ...result._meta, ...stamp } } : result),
    )

  return async ({ request, response }, body, toolsets, backend) => {
    const plain = plainRequest(request.headers, body)
    if (plain === undefined) return false
    const { id, modern, call } = plain
    const result =
      call === undefined
        ? list(modern, toolsets)
        : wrap(modern, await backend().call(call.name, call.args, { client: call.client }))
    const bytes = Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`), result, END])
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes)
    return true
  }
}

const END = Buffer.from('}')

function plainRequest(headers: Exchange['request']['headers'], body: unknown): Plain | undefined {
  const revision = headers['mcp-protocol-version']
  const modern = revision === REVISION
  if (!modern && !LEGACY_REVISIONS.has(revision)) return undefined
  const { id, method, params } = (body ?? {}) as { id?: unknown; method?: unknown; params?: Record<string, unknown> }
  if (typeof id !== 'string' && typeof id !== 'number') return undefined
  if (modern ? !inOrder(headers, body, method) : !isLegacy(String(revision), body)) return undefined
  const { _meta: meta, cursor, name, arguments: args, ...rest } = params ?? {}
  if (hasProgress(meta) || Object.keys(rest).length > 0) return undefined
  if (method === 'tools/list')
    return cursor === undefined && name === undefined && args === undefined ? { id, modern } : undefined
  if (method !== 'tools/call' || typeof name !== 'string' || cursor !== undefined || !hasTool(name)) return undefined
  if (modern && headers['mcp-name'] !== name) return undefined
  return {
    id,
    modern,
    call: { name, args, client: clientName((meta as Record<string, unknown> | undefined)?.[CLIENT_INFO]) },
  }
}

/** The classifier alone would accept a missing `Mcp-Method`. */
function inOrder(headers: Exchange['request']['headers'], body: unknown, method: unknown): boolean {
  if (typeof method !== 'string' || headers['mcp-method'] !== method) return false
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: REVISION,
    mcpMethodHeader: method,
    body,
  })
  return route.kind === 'modern' && route.messageKind === 'request' && route.classification.revision === REVISION
}

function isLegacy(revision: string, body: unknown): boolean {
  const route = classifyInboundRequest({ httpMethod: 'POST', protocolVersionHeader: revision, body })
  return route.kind === 'legacy' && route.reason === 'no-claim'
}

const hasProgress = (meta: unknown): boolean => typeof meta === 'object' && meta !== null && 'progressToken' in meta
