import { AppError } from '../../errors.ts'

interface ToolCall {
  readonly id: unknown
  readonly params: { name?: unknown; arguments?: unknown }
}

/** The tool call in a body; undefined for every other message, and for batches, which the SDK takes apart. */
export function toolCall(body: unknown): ToolCall | undefined {
  const { id, method, params } = (body ?? {}) as { id?: unknown; method?: unknown; params?: unknown }
  const readable = typeof id === 'string' || typeof id === 'number'
  if (method !== 'tools/call' || !readable || typeof params !== 'object' || params === null) return undefined
  return { id, params }
}

/**
 * Makes sure that a call names a tool and brings an object; the SDK would answer with the report of its validator. `null` arguments are none.
 * @throws AppError `invalid_input`
 */
export function checkToolCall({ params }: ToolCall): void {
  const { name, arguments: args } = params
  if (typeof name !== 'string') {
    throw new AppError('invalid_input', 'params.name is missing, or is no string.', {
      fix: 'Give the name of a tool; tools/list has them.',
    })
  }
  if (args === null) delete params.arguments
  else if (args !== undefined && (typeof args !== 'object' || Array.isArray(args))) {
    const kind = Array.isArray(args) ? 'an array' : `a ${typeof args}`
    throw new AppError('invalid_input', `The arguments of ${name.slice(0, 80)} are ${kind}.`, {
      fix: 'Give a JSON object, not text that holds one.',
    })
  }
}
