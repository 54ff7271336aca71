import { PROTOCOL_VERSION_META_KEY as PROTOCOL_VERSION } from '@modelcontextprotocol/server'
import { AppError } from '../../errors.ts'
import { echo, escapeInvisible } from '../../text/escape.ts'

interface RpcRequest {
  readonly id: string | number
  readonly method: string
  readonly params: Record<string, unknown>
}

/**
 * Maximum length in characters of an ID, and of names that the SDK repeats in errors. The URI of a project file can be
 * long.
 */
const MAX_NAME_LENGTH = 200
const MAX_URI_LENGTH = 2_000

/**
 * Returns a request whose parameters are an object or absent; undefined for other messages, and for batches, which the
 * SDK splits.
 * @throws AppError `invalid_input` when the ID of a message, also in a batch, is too long to be repeated.
 */
export function parseRequest(body: unknown): RpcRequest | undefined {
  for (const message of [body].flat()) checkId(message)
  const { id, method, params } = (body ?? {}) as { id?: unknown; method?: unknown; params?: unknown }
  if ((typeof id !== 'string' && typeof id !== 'number') || typeof method !== 'string') return undefined
  if (params === undefined) return { id, method, params: {} }
  return isObject(params) ? { id, method, params } : undefined
}

/**
 * Checks the names that the SDK repeats when they are unknown or differ from a header: they must be short, without
 * hidden characters.
 * @throws AppError `invalid_input`
 */
export function assertSafeNames(body: unknown): void {
  for (const message of [body].flat()) checkNames(message)
}

function checkId(message: unknown): void {
  if (!isObject(message)) return
  const { id } = message
  if (typeof id !== 'string' || id.length <= MAX_NAME_LENGTH) return
  throw new AppError('invalid_input', `id has ${id.length} characters. The maximum is ${MAX_NAME_LENGTH}.`, {
    fix: 'Give a number or a short string.',
  })
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
export function assertParams({ method, params }: RpcRequest, hasHandshake: boolean): void {
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
