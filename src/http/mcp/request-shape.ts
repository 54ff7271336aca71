import { PROTOCOL_VERSION_META_KEY as PROTOCOL_VERSION } from '@modelcontextprotocol/server'
import { AppError } from '../../errors.ts'
import { echo, escapeInvisible } from '../../text/escape.ts'
import { isObject } from '../../text/try-parse-json.ts'

export interface RpcRequest {
  readonly jsonrpc: '2.0'
  readonly id: string | number
  readonly method: string
  readonly params?: Record<string, unknown>
}

/**
 * Maximum length in characters of an ID, and of names that the SDK repeats in errors. The URI of a project file can be
 * long.
 */
const MAX_NAME_LENGTH = 200
const MAX_URI_LENGTH = 2_000

/** A value that is no message, and how it is answered. */
export interface InvalidMessage {
  readonly kind: 'invalid'
  readonly message?: undefined
  /** The ID for the answer: `null` where the message has none that is valid (JSON-RPC 2.0, 5). */
  readonly id: string | number | null
  readonly stage: 'request' | 'call'
  readonly error: AppError
}

/** A JSON value as a message of JSON-RPC 2.0, without members that the protocol does not name. */
type ParsedMessage =
  | { readonly kind: 'request'; readonly message: RpcRequest }
  /** A notification or a response, which is never answered. */
  | { readonly kind: 'silent'; readonly message: object }
  | InvalidMessage

/**
 * Parses a message. Unknown members are dropped, and `null` as parameters counts as absent: the SDK would reject the
 * message, and over stdio without an answer.
 */
export function parseMessage(value: unknown): ParsedMessage {
  if (!isObject(value)) return invalid(null, 'The message is not a JSON object.', MESSAGE_FIX)
  const { jsonrpc, id, method } = value
  const isAnswerable = isId(id)
  if (id !== undefined && !isAnswerable) return invalid(null, describeId(id), 'Give a whole number or a short string.')
  const answerId = id ?? null
  if (jsonrpc !== '2.0') return invalid(answerId, 'jsonrpc is not "2.0".', MESSAGE_FIX)
  if (method === undefined && ('result' in value || 'error' in value)) return { kind: 'silent', message: value }
  if (typeof method !== 'string') return invalid(answerId, 'method is missing or is not a string.', MESSAGE_FIX)
  const { params = null } = value
  const given = isObject(params) ? withoutNullMeta(params) : undefined
  if (!isAnswerable)
    return { kind: 'silent', message: { jsonrpc, method, ...(given !== undefined && { params: given }) } }
  if (params !== null && given === undefined) {
    return invalid(id, 'params is not a JSON object.', 'Give an object, or omit it.', 'call')
  }
  const fault = findMetaFault(given?.['_meta'])
  if (fault !== undefined) return invalid(id, fault, 'Give a valid value, or omit it.', 'call')
  return { kind: 'request', message: { jsonrpc, id, method, ...(given !== undefined && { params: given }) } }
}

const MESSAGE_FIX = 'Send an object with jsonrpc, method, and params if it has any. A request also has an id.'

function invalid(
  id: string | number | null,
  message: string,
  fix: string,
  stage: 'request' | 'call' = 'request',
): ParsedMessage {
  return { kind: 'invalid', id, stage, error: new AppError('invalid_input', message, { fix }) }
}

const isId = (id: unknown): id is string | number =>
  typeof id === 'string' ? id.length <= MAX_NAME_LENGTH : Number.isSafeInteger(id)

const describeId = (id: unknown): string =>
  typeof id === 'string'
    ? `id has ${id.length} characters. The maximum is ${MAX_NAME_LENGTH}.`
    : 'id is not a string or a whole number.'

function withoutNullMeta({ _meta: meta, ...params }: Record<string, unknown>): Record<string, unknown> {
  return meta === undefined || meta === null ? params : { ...params, _meta: meta }
}

function findMetaFault(meta: unknown): string | undefined {
  if (meta === undefined) return undefined
  if (!isObject(meta)) return 'params._meta is not a JSON object.'
  const { progressToken: token } = meta
  const isToken = token === undefined || typeof token === 'string' || Number.isSafeInteger(token)
  return isToken ? undefined : 'params._meta.progressToken is not a string or a whole number.'
}

/** The revision that a message names, as those of 2026 and later do. */
export function findRevision(message: unknown): string | undefined {
  const params = isObject(message) ? message['params'] : undefined
  const meta = isObject(params) ? params['_meta'] : undefined
  const revision = isObject(meta) ? meta[PROTOCOL_VERSION] : undefined
  return typeof revision === 'string' ? revision : undefined
}

/** Batches ended with revision 2025-06-18. A client that names no revision speaks 2025-03-26, which has them. */
const hasBatches = (revision: string | undefined): boolean => revision === undefined || revision < '2025-06-18'

/**
 * Checks that a revision has batches, and that a batch has messages.
 * @throws AppError `invalid_input`
 */
export function assertBatch(batch: readonly unknown[], revision: string | undefined): void {
  if (!hasBatches(revision)) {
    throw new AppError('invalid_input', `Revision ${echo(revision ?? '')} does not support JSON-RPC batches.`, {
      fix: 'Send one message per request.',
    })
  }
  if (batch.length > 0) return
  throw new AppError('invalid_input', 'The batch is empty.', { fix: 'Send one message, or a batch of messages.' })
}

/**
 * Checks the names that the SDK repeats when they are unknown or differ from a header: they must be short, without
 * hidden characters.
 * @throws AppError `invalid_input`
 */
export function assertSafeNames(body: unknown): void {
  for (const message of [body].flat()) checkNames(message)
}

function checkNames(message: unknown): void {
  if (!isObject(message)) return
  checkName(message['method'], 'method', MAX_NAME_LENGTH)
  const params = isObject(message['params']) ? message['params'] : {}
  checkName(params['name'], 'params.name', MAX_NAME_LENGTH)
  checkName(params['taskId'], 'params.taskId', MAX_NAME_LENGTH)
  checkName(params['uri'], 'params.uri', MAX_URI_LENGTH)
  const meta = isObject(params['_meta']) ? params['_meta'] : {}
  checkName(meta[PROTOCOL_VERSION], `params._meta["${PROTOCOL_VERSION}"]`, MAX_NAME_LENGTH)
}

function checkName(value: unknown, field: string, most: number): void {
  if (typeof value !== 'string') return
  if (value.length > most) {
    throw new AppError('invalid_input', `${field} has ${value.length} characters. The maximum is ${most}.`, {
      fix: 'Use a name that this server lists.',
    })
  }
  if (escapeInvisible(value) === value) return
  throw new AppError('invalid_input', `${field} has invisible characters: ${echo(value)}.`, {
    fix: 'Remove them, or percent-encode them in a URI.',
  })
}

/**
 * Checks that a request has the parameters of its method, such as a tool name and an object; the SDK would answer with
 * its validator's report. `null` arguments count as absent. In the 2026-07-28 revision, which has no handshake, the SDK
 * checks this.
 * @throws AppError `invalid_input`
 */
export function assertParams({ method, params = {} }: RpcRequest, hasHandshake: boolean): void {
  if (method === 'tools/call') checkCall(params)
  if (method.endsWith('/list')) checkList(params, method)
  if (method === 'resources/read')
    checkText(params['uri'], 'params.uri', 'Give the URI of a resource from resources/list.')
  if (method === 'prompts/get') checkPrompt(params)
  if (method === 'completion/complete') checkCompletion(params)
  if (method === 'initialize' && hasHandshake) checkHandshake(params)
}

function checkText(value: unknown, field: string, fix: string): void {
  if (typeof value === 'string') return
  throw new AppError('invalid_input', `${field} is missing or is not a string.`, { fix })
}

/** Checks that the fields are strings or absent. */
function checkTexts(value: unknown, field: string): void {
  if (value === undefined || (isObject(value) && Object.values(value).every(one => typeof one === 'string'))) return
  throw new AppError('invalid_input', `${field} is not an object of strings.`, {
    fix: 'Give a JSON object whose values are strings, or omit it.',
  })
}

function checkPrompt(params: Record<string, unknown>): void {
  checkText(params['name'], 'params.name', 'Give the name of a prompt from prompts/list.')
  if (params['arguments'] === null) delete params['arguments']
  checkTexts(params['arguments'], 'params.arguments')
}

function checkCompletion({ ref, argument, context }: Record<string, unknown>): void {
  const { type, name, uri } = isObject(ref) ? ref : {}
  if (!(type === 'ref/prompt' && typeof name === 'string') && !(type === 'ref/resource' && typeof uri === 'string')) {
    throw new AppError('invalid_input', 'params.ref names neither a prompt nor a resource template.', {
      fix: 'Give {"type": "ref/prompt", "name": …} or {"type": "ref/resource", "uri": …}.',
    })
  }
  const given = isObject(argument) ? argument : {}
  checkText(given['name'], 'params.argument.name', 'Name the argument to complete.')
  checkText(given['value'], 'params.argument.value', 'Give the text typed so far, or an empty string.')
  if (context === undefined) return
  if (isObject(context)) checkTexts(context['arguments'], 'params.context.arguments')
  else throw new AppError('invalid_input', 'params.context is not an object.', { fix: 'Omit it, or give an object.' })
}

function checkCall(params: Record<string, unknown>): void {
  const { name, arguments: args } = params
  if (typeof name !== 'string') {
    throw new AppError('invalid_input', 'params.name is missing or is not a string.', {
      fix: 'Give the name of a tool from tools/list.',
    })
  }
  if (args === null) delete params['arguments']
  else if (args !== undefined && !isObject(args)) {
    const kind = Array.isArray(args) ? 'an array' : `a ${typeof args}`
    throw new AppError('invalid_input', `The arguments of ${name.slice(0, 80)} are ${kind}.`, {
      fix: 'Give a JSON object, not a string that contains JSON.',
    })
  }
}

function checkList({ cursor }: Record<string, unknown>, method: string): void {
  if (cursor === undefined || typeof cursor === 'string') return
  throw new AppError('invalid_input', `The cursor of ${method} is not a string.`, {
    fix: 'Omit it for the first page.',
  })
}

function checkHandshake({ protocolVersion, capabilities, clientInfo }: Record<string, unknown>): void {
  const known =
    isObject(clientInfo) && typeof clientInfo['name'] === 'string' && typeof clientInfo['version'] === 'string'
  if (typeof protocolVersion === 'string' && isObject(capabilities) && known) return
  throw new AppError('invalid_input', 'initialize needs protocolVersion, capabilities and clientInfo.', {
    fix: 'Give protocolVersion as a string, capabilities as an object, and clientInfo with name and version.',
  })
}
