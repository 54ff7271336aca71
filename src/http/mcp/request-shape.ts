import { AppError } from '../../errors.ts'

interface ReadableRequest {
  readonly id: string | number
  readonly method: string
  readonly params: Record<string, unknown>
}

/** A request whose parameters are an object or absent; undefined for every other message, and for batches, which the SDK takes apart. */
export function readableRequest(body: unknown): ReadableRequest | undefined {
  const { id, method, params } = (body ?? {}) as { id?: unknown; method?: unknown; params?: unknown }
  if ((typeof id !== 'string' && typeof id !== 'number') || typeof method !== 'string') return undefined
  if (params === undefined) return { id, method, params: {} }
  return isObject(params) ? { id, method, params } : undefined
}

/**
 * Makes sure that a call names a tool and brings an object, and that a handshake has its three parts; the SDK would answer with the report of its
 * validator. `null` arguments are none. The 2026-07-28 revision has no handshake; there the SDK says so.
 * @throws AppError `invalid_input`
 */
export function checkParams({ method, params }: ReadableRequest, hasHandshake: boolean): void {
  if (method === 'tools/call') checkCall(params)
  if (method === 'tools/list') checkList(params)
  if (method === 'initialize' && hasHandshake) checkHandshake(params)
}

function checkCall(params: Record<string, unknown>): void {
  const { name, arguments: args } = params
  if (typeof name !== 'string') {
    throw new AppError('invalid_input', 'params.name is missing, or is no string.', {
      fix: 'Give the name of a tool; tools/list has them.',
    })
  }
  if (args === null) delete params['arguments']
  else if (args !== undefined && !isObject(args)) {
    const kind = Array.isArray(args) ? 'an array' : `a ${typeof args}`
    throw new AppError('invalid_input', `The arguments of ${name.slice(0, 80)} are ${kind}.`, {
      fix: 'Give a JSON object, not text that holds one.',
    })
  }
}

function checkList({ cursor }: Record<string, unknown>): void {
  if (cursor === undefined || typeof cursor === 'string') return
  throw new AppError('invalid_input', 'The cursor of tools/list is no text.', {
    fix: 'Leave it out: the list has one page.',
  })
}

function checkHandshake({ protocolVersion, capabilities, clientInfo }: Record<string, unknown>): void {
  const known =
    isObject(clientInfo) && typeof clientInfo['name'] === 'string' && typeof clientInfo['version'] === 'string'
  if (typeof protocolVersion === 'string' && isObject(capabilities) && known) return
  throw new AppError('invalid_input', 'initialize lacks protocolVersion, capabilities or clientInfo.', {
    fix: 'Give protocolVersion as text, capabilities as an object, and clientInfo with name and version.',
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
