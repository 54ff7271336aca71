import { AppError } from '../../errors.ts'
import { echo } from '../../text/escape.ts'
import { arb } from './arb/format.ts'
import type { Format } from './format.ts'
import { i18next } from './i18next/format.ts'
import { json } from './json/format.ts'
import { po } from './po/format.ts'

/** Every format; of two that match a file the first one is taken. */
const FORMATS: readonly Format[] = [arb, i18next, json, po]

/** Of the files that some format reads, such as `.json`. */
export const FILE_EXTENSIONS: readonly string[] = [
  ...new Set(FORMATS.flatMap(({ extensions: endings }) => endings.split(', '))),
]

/** The format of a file. @throws AppError `invalid_input` naming the formats known when none fits. */
export function detectFormat(path: string, text: string): Format {
  return formatById(firstFormat(path, findFormatIds(path, text)))
}

/** The formats that a file may be of, by their ids. */
export const findFormatIds = (path: string, text: string): readonly string[] =>
  FORMATS.filter(format => format.matches(path, text)).map(({ id }) => id)

/** The first of the formats that a file may be of. @throws AppError `invalid_input` naming the formats known when there is none. */
export function firstFormat(path: string, [found]: readonly string[]): string {
  if (found === undefined) throw unknownFormatError(`No format fits the file ${echo(path)}.`)
  return found
}

/** The format with an id. @throws AppError `invalid_input` naming the formats known when there is none. */
export function formatById(id: string): Format {
  const found = FORMATS.find(format => format.id === id)
  if (found === undefined) throw unknownFormatError(`There is no format ${echo(id)}.`)
  return found
}

function unknownFormatError(message: string): AppError {
  const known = FORMATS.map(({ id, extensions: endings }) => `${id} (${endings})`).join(', ')
  return new AppError('invalid_input', message, { fix: `Formats known: ${known}.` })
}
