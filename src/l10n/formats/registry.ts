import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import { arb } from './arb/format.ts'
import type { Format } from './format.ts'
import { i18next } from './i18next/format.ts'
import { json } from './json/format.ts'
import { po } from './po/format.ts'
import { xliff } from './xliff/format.ts'

/** All formats; the first match is used. */
const FORMATS: readonly Format[] = [arb, i18next, json, po, xliff]

/** File extensions of all formats, such as `.json`. */
export const FILE_EXTENSIONS: readonly string[] = [
  ...new Set(FORMATS.flatMap(({ extensions: endings }) => endings.split(', '))),
]

/**
 * Detects the format of a file.
 * @throws AppError `invalid_input` with the supported formats if none matches.
 */
export function detectFormat(path: string, text: string): Format {
  return formatById(firstFormat(path, findFormatIds(path, text)))
}

/** Lists the IDs of the formats that match a file. */
export const findFormatIds = (path: string, text: string): readonly string[] =>
  FORMATS.filter(format => format.matches(path, text)).map(({ id }) => id)

/**
 * Returns the first format that matches a file.
 * @throws AppError `invalid_input` with the supported formats if none matches.
 */
export function firstFormat(path: string, [found]: readonly string[]): string {
  if (found === undefined) throw unknownFormatError(`The format of ${quote(path)} is not supported.`)
  return found
}

/**
 * Finds a format by ID.
 * @throws AppError `invalid_input` with the supported formats if it does not exist.
 */
export function formatById(id: string): Format {
  const found = FORMATS.find(format => format.id === id)
  if (found === undefined) throw unknownFormatError(`Format ${quote(id)} does not exist.`)
  return found
}

function unknownFormatError(message: string): AppError {
  const known = FORMATS.map(({ id, extensions: endings }) => `${id} (${endings})`).join(', ')
  return new AppError('invalid_input', message, { fix: `Supported formats: ${known}.` })
}
