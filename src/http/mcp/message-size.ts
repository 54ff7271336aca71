import { AppError } from '../../errors.ts'
import { echo } from '../../text/escape.ts'

/**
 * The SDK validates every value of a message several times, on the event loop: 2,000 values take about 10 ms, 49,000
 * took 500 ms.
 */
const MAX_VALUES = 2_000
/** The SDK sends the response to a batch when all of it is done: 100 tool lists are 5 MB. */
const MAX_MESSAGES = 50

/**
 * Limits the number of values that the SDK validates in a message or a batch. Counts the names of a tool's arguments
 * but not their content, which the tool limits.
 * @throws AppError `invalid_input` with the field that exceeds the limit, or the number of messages of a batch.
 */
export function assertMessageSize(body: unknown): void {
  if (Array.isArray(body) && body.length > MAX_MESSAGES) {
    throw new AppError('invalid_input', `The batch has ${body.length} messages. The maximum is ${MAX_MESSAGES}.`, {
      fix: 'Send several batches, or one message per request.',
    })
  }
  let left = MAX_VALUES
  const count = (value: unknown, field: string): void => {
    if (--left < 0) throw tooManyValuesError(field, Array.isArray(body))
    if (!isObject(value)) return
    for (const name in value) count(value[name], field)
  }
  for (const message of Array.isArray(body) ? body : [body]) {
    for (const [field, value] of iterateFields(message)) count(value, field)
  }
}

/** Iterates over the fields of a message by path. Of a tool's arguments, only the names. */
function* iterateFields(message: unknown): Generator<readonly [path: string, value: unknown]> {
  if (!isObject(message)) {
    yield ['', message]
    return
  }
  for (const name in message) {
    const value = message[name]
    if (name === 'params' && isObject(value)) yield* iterateParams(value, message['method'])
    else yield [name, value]
  }
}

function* iterateParams(params: Record<string, unknown>, method: unknown): ReturnType<typeof iterateFields> {
  for (const name in params) {
    const value = params[name]
    const isArguments = method === 'tools/call' && name === 'arguments' && isObject(value)
    yield [`params.${name}`, isArguments ? Object.keys(value) : value]
  }
}

function tooManyValuesError(field: string, isBatch: boolean): AppError {
  const holder = isBatch ? 'The batch' : 'The message'
  const where = field === '' ? '' : ` in ${echo(field)}`
  return new AppError('invalid_input', `${holder} has more than ${MAX_VALUES} values, passed${where}.`, {
    fix: 'Send fewer fields there. Values inside tool arguments do not count.',
  })
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
