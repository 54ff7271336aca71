import type { CallToolResult, ReadResourceResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { AppError, type CommandFormatter, type ErrorCode } from '../../errors.ts'
import type { ListedTool } from '../../http/mcp/list-tools.ts'
import { PROGRAM_FIELD } from '../../http/mcp/message-meta.ts'
import type { ToolBackend } from '../../http/mcp/tool-backend.ts'
import { tryParseJson } from '../../text/try-parse-json.ts'
import type { LocalSurface, Progress } from '../../tools/pipeline/call.ts'
import type { Toolset } from '../../tools/pipeline/toolsets.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { type Bounds, fetchBounded, MESSAGE_BOUNDS } from '../files/bounded-fetch.ts'
import type { RemoteCredential } from './credential.ts'
import { ErrorAnswer, toolError } from './error-answer.ts'
import { readRetryAfter } from './patience.ts'

interface RemoteOptions {
  readonly url: string
  readonly credential: RemoteCredential
  readonly toolsets: readonly Toolset[]
  /** Default: that of any MCP client. */
  readonly surface?: LocalSurface
  readonly version: string
  readonly now: () => Date
  /** Formats the commands in a fix. */
  readonly command?: CommandFormatter
  /** Limits of one response. */
  readonly bounds?: Bounds
}

const REVISION = '2026-07-28'

/** Creates the backend that sends each call to a server. */
export function createRemoteBackend(remote: RemoteOptions): ToolBackend {
  return {
    list: async () => {
      const { tools } = parseResponse(Tools, await postRpc(remote, 'tools/list', {}), remote.url)
      return tools as unknown as readonly ListedTool[]
    },
    call: async (name, args, { signal, client, progress }) => {
      try {
        const result = await postRpc(
          remote,
          'tools/call',
          { name, arguments: args ?? {} },
          { signal, client, progress },
        )
        return assertOwnResult(parseResponse(ToolResult, result, remote.url) as CallToolResult, remote.url)
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'unknown_tool') throw error
        return toolError(error, 'remote', remote.command)
      }
    },
    readResource: async (uri, { signal, client }) => {
      // The other fields belong to REVISION, and the client may use another one.
      const result = await postRpc(remote, 'resources/read', { uri }, { signal, client })
      const { contents } = parseResponse(Resource, result, remote.url)
      return { contents } as unknown as ReadResourceResult
    },
  }
}

interface PostOptions {
  readonly signal?: AbortSignal | undefined
  readonly client?: string | undefined
  readonly progress?: Progress | undefined
}

/** Sends a request. Repeats it once with a newer token when the server rejects the first one. */
async function postRpc(
  remote: RemoteOptions,
  method: string,
  params: Readonly<Record<string, unknown>>,
  options: PostOptions = {},
): Promise<unknown> {
  const { credential } = remote
  const token = await credential.get()
  const first = await sendRpc(remote, token, { method, params }, options)
  const next = first.response.status === 401 ? await credential.refresh(token) : undefined
  if (next !== undefined) return getRpcResult(await sendRpc(remote, next, { method, params }, options), remote)
  // The first refusal of a scope is for clients that sign in again. The second one has the link that adds the scope.
  const isChallenge = first.response.status === 403 && first.message.error?.data.code === 'insufficient_scope'
  return getRpcResult(isChallenge ? await sendRpc(remote, token, { method, params }, options) : first, remote)
}

interface RpcRequest {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

interface RpcAnswer {
  readonly message: RpcMessage
  readonly response: Response
  /** Seconds that the server asks to wait. */
  readonly retryAfter: number | undefined
}

async function sendRpc(
  { url, toolsets, surface, version, credential, now, bounds = MESSAGE_BOUNDS }: RemoteOptions,
  token: string,
  { method, params }: RpcRequest,
  options: PostOptions,
): Promise<RpcAnswer> {
  const [clientName = 'dragoman', clientVersion = version] = options.client?.split(/ (?=\S*$)/) ?? []
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: clientName, version: clientVersion },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...(surface !== undefined && { [PROGRAM_FIELD]: surface }),
    ...(options.progress !== undefined && { progressToken: 1 }),
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
      ...(typeof named === 'string' && { 'mcp-name': encodeHeaderValue(named) }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
    ...(options.signal !== undefined && { signal: options.signal }),
  }
  const onPart = options.progress && createProgressReader(options.progress)
  const address = `${url}/mcp?toolsets=${toolsets.join(',')}`
  const { response, body } = await fetchRemote(address, request, { bounds, onPart, credential })
  const retryAfter = readRetryAfter(response.headers, now())
  return { message: parseRpcMessage(response, body.toString(), url), response, retryAfter }
}

interface FetchOptions {
  readonly bounds: Bounds
  readonly onPart: ((part: Uint8Array) => void) | undefined
  readonly credential: RemoteCredential
}

/** @throws AppError `unavailable` when the server does not respond. */
async function fetchRemote(
  address: string,
  init: RequestInit,
  { bounds, onPart, credential: { setting } }: FetchOptions,
) {
  try {
    return await fetchBounded(address, init, bounds, onPart)
  } catch (error) {
    if (error instanceof AppError) throw error
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    const named = setting === undefined ? '' : ` (${setting})`
    throw new AppError('unavailable', `No response from ${new URL(address).origin}${named}: ${reason}.`, {
      fix: `Check the URL, and that the server runs.${setting === undefined ? '' : ' To use your data folder, unset DRAGOMAN_URL and DRAGOMAN_TOKEN.'}`,
      cause: error,
    })
  }
}

const RpcMessage = z.object({
  result: z.unknown().optional(),
  /** Dragoman's own errors have `data`; errors of the protocol library do not. */
  error: z.object({ code: z.number(), message: z.string(), data: ErrorAnswer }).optional(),
})

type RpcMessage = z.output<typeof RpcMessage>

/** Only the fields that this file reads; the caller checks the rest. */
const ToolResult = z.looseObject({ content: z.array(z.looseObject({})) })
const Tools = z.object({ tools: z.array(z.looseObject({ name: z.string() })) })
const Resource = z.object({ contents: z.array(z.looseObject({})) })

/** @throws AppError `unavailable` when the value does not match the schema. */
function parseResponse<T>(schema: z.ZodType<T>, given: unknown, url: string): T {
  const found = schema.safeParse(given)
  if (found.success) return found.data
  throw new AppError('unavailable', `${url} did not send a valid MCP message.`, { fix: CHECK_VERSION_FIX })
}

/** Returns a result that a Dragoman server can have sent: its answers are JSON objects. @throws AppError `unavailable` for the result of another server. */
function assertOwnResult(result: CallToolResult, url: string): CallToolResult {
  const [first] = result.content
  const isOwn =
    result.isError === true
      ? ErrorAnswer.parse(result._meta?.['dragoman/error']).message !== undefined
      : first?.type === 'text' && first.text.startsWith('{')
  if (isOwn) return result
  throw notDragomanError(url)
}

const notDragomanError = (url: string): AppError =>
  new AppError('unavailable', `${url} did not answer as a Dragoman server does.`, { fix: CHECK_VERSION_FIX })

function parseRpcMessage(response: Response, text: string, url: string): RpcMessage {
  const stream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const json = stream
    ? (text
        .match(/^data: ?(.*)$/gm)
        ?.at(-1)
        ?.replace(/^data: ?/, '') ?? '')
    : text
  let message: unknown
  try {
    message = JSON.parse(json)
  } catch (error) {
    // A proxy before a busy server has pages of its own, which `getRpcResult` does not need.
    if (response.status in BUSY_CODES) return {}
    throw new AppError('unavailable', `${url}/mcp responded with status ${response.status} and no JSON.`, {
      fix: 'Use the address of a Dragoman server, without a path. Check that its proxy reaches it.',
      cause: error,
    })
  }
  return parseResponse(RpcMessage, message, url)
}

function getRpcResult(
  { message: { result, error }, response: { status }, retryAfter }: RpcAnswer,
  { url, credential }: RemoteOptions,
): unknown {
  if (error === undefined && result !== undefined) return result
  if (error === undefined && status < 400) throw notDragomanError(url)
  const message = error?.message ?? `${url} responded with status ${status}.`
  if (status === 401) {
    // The server's fix wins: for a suspended user, a new token does not help.
    const { message: why = message, fix } = error?.data ?? {}
    throw credential.rejectedError(why, fix)
  }
  if (error?.code === INVALID_PARAMS && error.data.code !== undefined) throw new AppError(error.data.code, message)
  const busy = BUSY_CODES[status]
  if (busy !== undefined) {
    const { code = busy, message: why = message, retry_after: seconds = retryAfter } = error?.data ?? {}
    const { fix = seconds === undefined ? 'Try again later.' : `Try again in ${pluralize(seconds, 'second')}.` } =
      error?.data ?? {}
    throw new AppError(code, why, { fix, retryAfter: seconds })
  }
  const what = error === undefined ? message : `${url} rejected the request: ${message}`
  throw new AppError('unavailable', what, { fix: CHECK_VERSION_FIX })
}

const CHECK_VERSION_FIX = 'Check the URL, and that the server is not older than this program.'

const INVALID_PARAMS = -32602

/** The codes of busy servers that name none, by status. */
const BUSY_CODES: Readonly<Record<number, ErrorCode>> = { 429: 'rate_limited', 503: 'unavailable' }

/** Encodes a name that is not valid in a header in base64 (SEP-2243). */
const encodeHeaderValue = (name: string): string =>
  /^[\x21-\x7e]+$/.test(name) ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`

const Notification = z.object({
  method: z.literal('notifications/progress'),
  params: z.object({ progress: z.number(), total: z.number().optional(), message: z.string().optional() }),
})

/** Longer lines are the answer. */
const MAX_LINE_CHARACTERS = 10_000

/** Returns a function that receives the parts of an event stream as they arrive, and reports the notifications of progress in it. */
function createProgressReader(progress: Progress): (part: Uint8Array) => void {
  const decoder = new TextDecoder()
  let rest = ''
  return part => {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    // The beginning of the answer, which is read as a whole.
    if (rest.length > MAX_LINE_CHARACTERS) rest = ''
    for (const line of lines) {
      const found = Notification.safeParse(line.startsWith('data:') ? tryParseJson(line.slice(5)) : undefined)
      if (!found.success) continue
      const { progress: done, total, message } = found.data.params
      progress({ progress: done, ...(total !== undefined && { total }), ...(message !== undefined && { message }) })
    }
  }
}
