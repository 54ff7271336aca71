import { AppError } from '../../errors.ts'
import type { Format } from './format.ts'
import { json } from './json.ts'

const FORMATS: readonly { readonly format: Format; readonly endings: string }[] = [{ format: json, endings: '.json' }]

/** The format of a file. @throws AppError `invalid_input` naming the formats known when none fits. */
export function detectFormat(path: string, text: string): Format {
  const found = FORMATS.find(({ format }) => format.matches(path, text))
  if (found === undefined) throw unknownFormat(`No format fits the file ${path}.`)
  return found.format
}

/** The format with an id. @throws AppError `invalid_input` naming the formats known when there is none. */
export function formatById(id: string): Format {
  const found = FORMATS.find(({ format }) => format.id === id)
  if (found === undefined) throw unknownFormat(`There is no format ${id}.`)
  return found.format
}

function unknownFormat(message: string): AppError {
  const known = FORMATS.map(({ format, endings }) => `${format.id} (${endings})`).join(', ')
  return new AppError('invalid_input', message, { fix: `Formats known: ${known}.` })
}
