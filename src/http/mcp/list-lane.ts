import { classifyInboundRequest } from '@modelcontextprotocol/server'
import type { Toolset } from '../../tools/tool.ts'
import type { Exchange } from '../exchange.ts'
import { listTools } from './listing.ts'
import { LIST_CACHE, serverInfo } from './tool-server.ts'

export const REVISION = '2026-07-28'

/**
 * Answers `tools/list` of the 2026-07-28 revision from bytes that are made once. Takes only requests in perfect order and says whether it did;
 * the SDK answers all others, so that every refusal is its own.
 */
export function createListLane(
  version: string,
): (exchange: Exchange, body: unknown, of: readonly Toolset[]) => boolean {
  const made = new Map<string, Buffer>()
  return ({ request, response }, body, toolsets) => {
    const id = requestId(request.headers, body)
    if (id === undefined) return false
    const key = toolsets.join()
    const result = made.get(key) ?? Buffer.from(JSON.stringify(listResult(toolsets, version)))
    made.set(key, result)
    const start = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`)
    const bytes = Buffer.concat([start, result, END])
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes)
    return true
  }
}

const END = Buffer.from('}')

function listResult(toolsets: readonly Toolset[], version: string) {
  return {
    tools: listTools(toolsets),
    resultType: 'complete',
    ...LIST_CACHE,
    _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo(version) },
  }
}

/** The id of a request that the lane may take. The classifier alone would accept missing headers. */
function requestId(headers: Exchange['request']['headers'], body: unknown): string | number | undefined {
  if (headers['mcp-method'] !== 'tools/list' || headers['mcp-protocol-version'] !== REVISION) return undefined
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: REVISION,
    mcpMethodHeader: 'tools/list',
    body,
  })
  if (route.kind !== 'modern' || route.messageKind !== 'request') return undefined
  const { method, params, id } = route.message
  const plain = method === 'tools/list' && params?.['cursor'] === undefined
  return plain && route.classification.revision === REVISION ? id : undefined
}
