import { isUtf8 } from 'node:buffer'
import { AppError } from '../../errors.ts'
import { MAX_JSON_DEPTH, MAX_JSON_VALUES, measureJson } from '../../text/json-size.ts'

/**
 * Parses the JSON of a request; `what` names it for people.
 * @throws AppError `invalid_input` if it is not JSON or nests too deep, `too_large` if it has too many values.
 */
export function parseJson(bytes: Buffer, what: 'body' | 'message'): unknown {
  if (!isUtf8(bytes)) throw invalidJsonError(what, 'it is not UTF-8 text')
  assertParsable(bytes, what)
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw invalidJsonError(what, bytes.length === 0 ? 'it is empty' : 'it cannot be parsed')
  }
}

/** @throws AppError `invalid_input` when the text nests too deep, `too_large` when it has too many values. */
function assertParsable(bytes: Buffer, what: string): void {
  const size = measureJson(bytes, MAX_JSON_VALUES)
  if (size === 'too_deep') throw invalidJsonError(what, `it is nested deeper than ${MAX_JSON_DEPTH} levels`)
  if (size === 'too_many') throw tooManyValuesError(what)
}

function invalidJsonError(what: string, why: string): AppError {
  return new AppError('invalid_input', `The ${what} is not valid JSON: ${why}.`, {
    fix: 'Send one JSON object, in UTF-8.',
  })
}

function tooManyValuesError(what: string): AppError {
  return new AppError('too_large', `The ${what} has more than ${MAX_JSON_VALUES} values.`, {
    fix: 'Send fewer items per message.',
  })
}
