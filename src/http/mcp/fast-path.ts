import {
  CLIENT_CAPABILITIES_META_KEY as CLIENT_CAPABILITIES,
  PROTOCOL_VERSION_META_KEY as PROTOCOL_VERSION,
} from '@modelcontextprotocol/server'
import { isObject } from '../../text/try-parse-json.ts'
import type { Toolset } from '../../tools/pipeline/toolsets.ts'
import { hasMcpTool } from '../../tools/registry.ts'
import type { Exchange } from '../exchange.ts'
import { listTools } from './list-tools.ts'
import { isTraceField } from './message-meta.ts'
import type { ToolBackend } from './tool-backend.ts'
import { CLIENT_INFO, formatClientName, LIST_CACHE, serverInfo } from './tool-server.ts'

export const MODERN_REVISION = '2026-07-28'
const LEGACY_REVISIONS: ReadonlySet<unknown> = new Set(['2025-06-18', '2025-11-25'])

/** A well-formed request, for which the SDK would only wrap the answer of the backend. */
interface FastPathRequest {
  readonly id: string | number
  readonly modern: boolean
  /** Absent for `tools/list`. */
  readonly call?: { readonly name: string; readonly args: unknown; readonly client: string | undefined }
}

type FastPath = (
  exchange: Exchange,
  body: unknown,
  toolsets: readonly Toolset[],
  backend: () => ToolBackend,
) => Promise<boolean>

/**
 * Answers `tools/list` and `tools/call` without the SDK, at a quarter of its cost. Returns false for a request that
 * needs more than a plain answer: progress, paging, an unknown tool, missing or extra fields. The SDK answers those, so
 * that all errors are its own. A test compares both paths byte by byte.
 */
export function createFastPath(version: string): FastPath {
  const lists = new Map<string, string>()
  const stamp = { 'io.modelcontextprotocol/serverInfo': serverInfo(version) }
  const encode = (modern: boolean, result: EncodableResult): string =>
    encodeResult(modern ? { ...result, resultType: 'complete', _meta: { ...result._meta, ...stamp } } : result)
  const list = (modern: boolean, toolsets: readonly Toolset[]): string => {
    const key = `${modern} ${toolsets.join()}`
    const answerBody =
      lists.get(key) ?? escapeNonAscii(encode(modern, { tools: listTools(toolsets), ...(modern && LIST_CACHE) }))
    lists.set(key, answerBody)
    return answerBody
  }

  return async ({ request, response }, body, toolsets, backend) => {
    const plain = parseFastPathRequest(request.headers, body)
    if (plain === undefined) return false
    const { id, modern, call } = plain
    const result =
      call === undefined
        ? list(modern, toolsets)
        : encode(modern, await backend().call(call.name, call.args, { client: call.client }))
    const text = `{"jsonrpc":"2.0","id":${escapeNonAscii(JSON.stringify(id))},"result":${result}}`
    const encoding = call === undefined ? 'latin1' : 'utf8'
    const length = Buffer.byteLength(text, encoding)
    // A string is sent in one write with the headers. A buffer would take two writes.
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': length }).end(text, encoding)
    return true
  }
}

/**
 * Encodes a value that is sent both as text and as structured content only once: the text is its JSON
 * (local-backend.ts).
 */
function encodeResult(result: EncodableResult): string {
  const { content, structuredContent, ...others } = result
  const text = structuredContent === undefined ? undefined : content?.[0]?.text
  if (text === undefined) return JSON.stringify(result)
  const rest = JSON.stringify(others)
  const end = rest === '{}' ? '}' : `,${rest.slice(1)}`
  return `{"content":${JSON.stringify(content)},"structuredContent":${text}${end}`
}

/** The same JSON in ASCII, which needs no encoding when it is sent. */
const escapeNonAscii = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

function parseFastPathRequest(headers: Exchange['request']['headers'], body: unknown): FastPathRequest | undefined {
  const { jsonrpc, id, method, params = {}, ...beside } = (body ?? {}) as Message
  if (jsonrpc !== '2.0' || (typeof id !== 'string' && !Number.isInteger(id)) || !isObject(params)) return undefined
  const { _meta: meta = {}, name, arguments: args, ...others } = params
  if (!isObject(meta) || Object.keys(beside).length + Object.keys(others).length > 0) return undefined
  const revision = headers['mcp-protocol-version']
  const modern = revision === MODERN_REVISION
  if (
    modern ? headers['mcp-method'] !== method || !isEnvelope(meta) : !LEGACY_REVISIONS.has(revision) || !isTrace(meta)
  )
    return undefined
  const request = { id: id as string | number, modern }
  if (method === 'tools/list') return name === undefined && args === undefined ? request : undefined
  if (method !== 'tools/call' || typeof name !== 'string' || !hasMcpTool(name)) return undefined
  if (modern && headers['mcp-name'] !== name) return undefined
  return { ...request, call: { name, args, client: formatClientName(meta[CLIENT_INFO]) } }
}

interface EncodableResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: unknown
  readonly _meta?: object | undefined
  readonly [field: string]: unknown
}

interface Message {
  readonly jsonrpc?: unknown
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
}

const ENVELOPE_KEYS: ReadonlySet<string> = new Set([PROTOCOL_VERSION, CLIENT_CAPABILITIES, CLIENT_INFO])

/** Whether `meta` is exactly the envelope of the revision. Client capabilities don't matter for a plain answer. */
function isEnvelope(meta: Record<string, unknown>): boolean {
  return (
    meta[PROTOCOL_VERSION] === MODERN_REVISION &&
    isObject(meta[CLIENT_CAPABILITIES]) &&
    (meta[CLIENT_INFO] === undefined || formatClientName(meta[CLIENT_INFO]) !== undefined) &&
    Object.keys(meta).every(key => ENVELOPE_KEYS.has(key) || isTraceField(key, meta[key]))
  )
}

/** Whether `meta` has nothing but the trace of the caller (trace-context.ts), which changes no answer. */
const isTrace = (meta: Record<string, unknown>): boolean => Object.keys(meta).every(key => isTraceField(key, meta[key]))
