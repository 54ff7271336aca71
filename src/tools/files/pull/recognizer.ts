import { AppError } from '../../../errors.ts'
import type { Format } from '../../../l10n/formats/format.ts'
import { detectFormat } from '../../../l10n/formats/registry.ts'
import { findLocale } from '../../../l10n/locales/cldr.ts'
import { spellsOneOf } from '../../../l10n/locales/spellings.ts'

/** A file that a pull brings. */
export interface PulledText {
  readonly path: string
  readonly content: string
  /** The locales that it may be of; one, where the pull says so. */
  readonly locales: readonly string[]
}

/** What speaks against a file that is in the place of a pulled one: how much of it the project does not know, and examples. */
export interface FileMismatch {
  readonly known: number
  readonly unknown: number
  readonly examples: readonly string[]
}

/** A source file as the repository has it. */
export interface SourceText {
  readonly path: string
  readonly text: string
}

/** Tells translations of a project from other files. One is for one pull: it reads each source file once. */
export class Recognizer {
  readonly #sources = new Map<string, ReadonlySet<string> | undefined>()

  /**
   * Compares a file with the one that would replace it. It is a translation of the same project when it reads in the same format and at least half of its
   * keys are keys of `source`. Values that are no text count as keys. Undefined for a translation.
   */
  findMismatch(text: string, pulled: PulledText, source: SourceText): FileMismatch | undefined {
    const format = detectFormat(pulled.path, pulled.content)
    const locale = pulled.locales.find(one => containsLocale(pulled.path, [one])) ?? pulled.locales[0] ?? 'und'
    const own = collectKeys(format, text, () => format.readTarget(text, locale, source.text))
    if (own === undefined) return { known: 0, unknown: 1, examples: [] }
    const theirs = this.#sourceContent(format, source) ?? new Set()
    const unknown = [...own].filter(name => !theirs.has(name))
    const known = own.size - unknown.length
    if (unknown.length <= known) return undefined
    return { known, unknown: unknown.length, examples: unknown.slice(0, 3).map(name => name.replace(MARK, '')) }
  }

  #sourceContent(format: Format, source: SourceText): ReadonlySet<string> | undefined {
    const id = `${format.id} ${source.path}`
    if (!this.#sources.has(id)) this.#sources.set(id, collectKeys(format, source.text))
    return this.#sources.get(id)
  }
}

/** Whether a text has the form of a locale: rules and names of CLDR can be asked for by it, whether there are any or not. */
export const isLocale = (text: string): boolean =>
  !text.includes('_') && findLocale(text, { allowPrivate: true }) !== undefined

/** Whether some part of a path, between its separators, spells one of the locales. The ending of the file does not count: `arb` is Arabic, too. */
export const containsLocale = (path: string, locales: readonly string[]): boolean =>
  path
    .replace(/\.[^./]*$/, '')
    .split('/')
    .some(segment => splitNameParts(segment).some(part => spellsOneOf(part, locales)))

/** What stands between two separators of a name, such as `app`, `app_de`, `de` of `app_de`. */
function splitNameParts(segment: string): readonly string[] {
  const words = [...segment.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].slice(0, MAX_WORDS)
  return words.flatMap(({ index }, at) =>
    words.slice(at, at + MAX_SUBTAGS).map(last => segment.slice(index, last.index + last[0].length)),
  )
}

const MAX_WORDS = 20
const MAX_SUBTAGS = 6

/**
 * The keys of a file and the places of what is no text in it; undefined when the format does not read it. A target without a text has the keys of a source
 * still.
 */
function collectKeys(
  format: Format,
  text: string,
  target: () => readonly Keyed[] = () => [],
): ReadonlySet<string> | undefined {
  try {
    const texts = target()
    const keys = (texts.length > 0 ? texts : format.read(text).entries).map(({ key }) => key)
    return new Set([...keys, ...(format.extensions === '.json' ? listNonTextValues(text) : [])])
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

interface Keyed {
  readonly key: string
}

/** Before the place of a value that is no text, so that it is not a key. */
const MARK = '\0'

/** Where a JSON file has numbers and truth values, each with the mark. The format, which read the file before, bounds its depth. */
function listNonTextValues(text: string): readonly string[] {
  const found: string[] = []
  const walk = (value: unknown, place: string): void => {
    if (typeof value === 'number' || typeof value === 'boolean') found.push(MARK + place)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, one] of Object.entries(value)) walk(one, place === '' ? name : `${place}.${name}`)
    }
  }
  walk(JSON.parse(text.replace(/^\uFEFF/, '')), '')
  return found
}
