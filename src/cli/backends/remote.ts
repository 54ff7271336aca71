import type { CallToolResult, ReadResourceResult } from '@modelcontextprotocol/server'
import { AppError, type ErrorBody } from '../../errors.ts'
import type { ListedTool } from '../../http/mcp/listing.ts'
import type { ToolBackend } from '../../http/mcp/tool-server.ts'
import type { Toolset } from '../../tools/tool.ts'
import { type Bounds, fetchBounded, MESSAGE } from '../files/bounded.ts'
import { toolError } from './tool-error.ts'

interface Remote {
  readonly url: string
  readonly token: string
  readonly toolsets: readonly Toolset[]
  readonly version: string
  /** Of one answer. */
  readonly bounds?: Bounds
}

const REVISION = '2026-07-28'

/** Speaks for the server that DRAGOMAN_URL names: each call is one request there, with DRAGOMAN_TOKEN. */
export function createRemoteBackend(remote: Remote): ToolBackend {
  return {
    list: async () => {
      const { tools } = (await post(remote, 'tools/list', {})) as { tools: readonly ListedTool[] }
      return tools
    },
    call: async (name, args, { signal, client }) => {
      try {
        const result = await post(remote, 'tools/call', { name, arguments: args ?? {} }, { signal, client })
        return checkResult(result, remote.url)
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'unknown_tool') throw error
        return toolError(error, 'remote')
      }
    },
    readResource: async (uri, { signal, client }) => {
      // The rest is of the revision in which the server was asked, which the client need not speak.
      const { contents } = (await post(remote, 'resources/read', { uri }, { signal, client })) as ReadResourceResult
      return { contents }
    },
  }
}

interface Options {
  readonly signal?: AbortSignal | undefined
  readonly client?: string | undefined
}

async function post(remote: Remote, method: string, params: Readonly<Record<string, unknown>>, options: Options = {}) {
  const { url, token, toolsets, version, bounds = MESSAGE } = remote
  const [clientName = 'dragoman', clientVersion = version] = options.client?.split(/ (?=\S*$)/) ?? []
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: clientName, version: clientVersion },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const named: unknown = params['name'] ?? params['uri']
  const request = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      ...(typeof named === 'string' && { 'mcp-name': headerValue(named) }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
    ...(options.signal !== undefined && { signal: options.signal }),
  }
  const { response, body } = await reach(`${url}/mcp?toolsets=${toolsets.join(',')}`, request, bounds)
  return resultOf(readMessage(response, body.toString(), url), response, url)
}

/** @throws AppError `unavailable` when nobody answers at DRAGOMAN_URL. */
async function reach(address: string, init: RequestInit, bounds: Bounds) {
  try {
    return await fetchBounded(address, init, bounds)
  } catch (error) {
    if (error instanceof AppError) throw error
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new AppError(
      'unavailable',
      `DRAGOMAN_URL is ${new URL(address).origin}, and nothing answers there: ${reason}.`,
      {
        fix: 'Check the address and that the server runs; unset DRAGOMAN_URL and DRAGOMAN_TOKEN to work on this machine.',
        cause: error,
      },
    )
  }
}

interface RpcMessage {
  readonly result?: unknown
  /** `data` is there when the server itself refused, and not its protocol library, which knows only unknown tools. */
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Refused }
}

/** The body of an error of the server, as far as an older one has it. */
type Refused = Partial<Readonly<Pick<ErrorBody, 'code' | 'message' | 'fix'>>>

function readMessage(response: Response, text: string, url: string): RpcMessage {
  const stream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const json = stream
    ? (text
        .match(/^data: ?(.*)$/gm)
        ?.at(-1)
        ?.replace(/^data: ?/, '') ?? '')
    : text
  try {
    return JSON.parse(json) as RpcMessage
  } catch (error) {
    throw new AppError('unavailable', `DRAGOMAN_URL is ${url}, and its /mcp answers ${response.status} without JSON.`, {
      fix: 'Check that the address is that of a Dragoman server, without a path, and not of a proxy in front of nothing.',
      cause: error,
    })
  }
}

/** MCP: the result of a tool has a list of contents. */
function checkResult(result: unknown, url: string): CallToolResult {
  const { content } = (result ?? {}) as { readonly content?: unknown }
  const isList = Array.isArray(content) && content.every(part => typeof part === 'object' && part !== null)
  if (isList) return result as CallToolResult
  throw new AppError('unavailable', `${url} answers a call of a tool without content.`, { fix: CHECK_VERSION })
}

function resultOf({ result, error }: RpcMessage, { status }: Response, url: string): unknown {
  if (error === undefined && result !== undefined) return result
  const message = error?.message ?? `The server answers ${status}.`
  if (status === 401) {
    // The server knows why, and what helps: for a suspended person no other token does.
    const { message: why = message, fix = NEW_TOKEN } = error?.data ?? {}
    throw new AppError('invalid_token', `${url} refuses DRAGOMAN_TOKEN: ${why}`, { fix })
  }
  if (error?.code === INVALID_PARAMS) throw new AppError(error.data?.code ?? 'unknown_tool', message)
  if (status === 429) throw new AppError('rate_limited', message)
  throw new AppError('unavailable', `${url} refuses the request: ${message}`, {
    fix: CHECK_VERSION,
  })
}

const CHECK_VERSION = 'Check DRAGOMAN_URL and that the server is not older than this program.'

const INVALID_PARAMS = -32602
const NEW_TOKEN = 'Set DRAGOMAN_TOKEN to a token of that server; create_token or dragoman token create makes one.'

/** SEP-2243: a name that a header cannot carry travels in base64. */
const headerValue = (name: string): string =>
  /^[\x21-\x7e]+$/.test(name) ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`
