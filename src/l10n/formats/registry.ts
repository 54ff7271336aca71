import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import { android, compose } from './android/format.ts'
import { angularJson } from './angular-json/format.ts'
import { appleStrings } from './apple-strings/format.ts'
import { arb } from './arb/format.ts'
import { banana } from './banana/format.ts'
import { csv } from './csv/format.ts'
import { csvMultilingual } from './csv-multilingual/format.ts'
import { fluent } from './fluent/format.ts'
import type { Format } from './format.ts'
import { goI18n } from './go-i18n/format.ts'
import { i18next } from './i18next/format.ts'
import { inlang } from './inlang/format.ts'
import { json } from './json/format.ts'
import { jsonMessages } from './json-messages/format.ts'
import { markdown, mdx } from './markdown/format.ts'
import { php } from './php/format.ts'
import { po } from './po/format.ts'
import { poMonolingual } from './po/monolingual.ts'
import { properties } from './properties/format.ts'
import { propertiesXml } from './properties-xml/format.ts'
import { qtLinguist } from './qt-linguist/format.ts'
import { rails } from './rails/format.ts'
import { resjson } from './resjson/format.ts'
import { resx } from './resx/format.ts'
import { stringsdict } from './stringsdict/format.ts'
import { toml } from './toml/format.ts'
import { typescript } from './typescript/format.ts'
import { assertSupported } from './unsupported.ts'
import { xcstrings } from './xcstrings/format.ts'
import { xliff } from './xliff/format.ts'
import { yaml } from './yaml/dialect.ts'

/** All formats; the first match is used. */
export const FORMATS: readonly Format[] = [
  arb,
  goI18n,
  banana,
  inlang,
  angularJson,
  jsonMessages,
  i18next,
  json,
  poMonolingual,
  po,
  appleStrings,
  xcstrings,
  propertiesXml,
  compose,
  android,
  resx,
  resjson,
  stringsdict,
  rails,
  toml,
  yaml,
  xliff,
  csvMultilingual,
  csv,
  php,
  properties,
  fluent,
  qtLinguist,
  typescript,
  mdx,
  markdown,
]

const MULTILINGUAL = FORMATS.filter(({ multilingual }) => multilingual !== undefined)

const listExtensions = (formats: readonly Format[]): readonly string[] => [
  ...new Set(formats.flatMap(({ extensions: endings }) => endings.split(', '))),
]

/** File extensions of all formats, such as `.json`. */
export const FILE_EXTENSIONS = listExtensions(FORMATS)

/** File extensions of formats whose one file can have all locales. */
export const MULTILINGUAL_EXTENSIONS = listExtensions(MULTILINGUAL)

/** Returns whether one file has all locales. */
export const isMultilingual = (path: string, text: string): boolean =>
  MULTILINGUAL.some(format => format.matches(path, text))

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
 * @throws AppError `invalid_input` with the family of the file or the supported formats if none matches.
 */
export function firstFormat(path: string, [found]: readonly string[]): string {
  if (found !== undefined) return found
  assertSupported(path)
  throw unknownFormatError(`The format of ${quote(path)} is not supported.`)
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
