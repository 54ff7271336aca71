import { isDeepStrictEqual } from 'node:util'
import { readIfValid } from '../../../l10n/formats/faults.ts'
import type { Format } from '../../../l10n/formats/format.ts'
import { findNewCode, listKnownCode, type NewCode } from '../../../l10n/formats/new-code.ts'
import { detectFormat, findFormatIds, formatById } from '../../../l10n/formats/registry.ts'
import { getOrAdd } from '../../../l10n/groups.ts'
import { findLocale } from '../../../l10n/locales/find-locale.ts'
import { isLocaleName, spellsOneOf } from '../../../l10n/locales/spellings.ts'
import { messageUnits, toMessageId } from '../../../l10n/message/message.ts'

/** A pulled file. */
export interface PulledText {
  readonly path: string
  readonly content: string
  /** Its possible locales; exactly one if the pull names it. */
  readonly locales: readonly string[]
}

/** The reason why an existing file is not a translation of the project: how many of its keys are in the project and how many are not, with examples. */
export interface FileMismatch {
  readonly known: number
  readonly unknown: number
  readonly examples: readonly string[]
}

/** A source file in the repository. */
export interface SourceText {
  readonly path: string
  readonly text: string
}

/** Distinguishes translations of a project from other files. Used for one pull: it reads each source file once. */
export class Recognizer {
  readonly #sources = new Map<string, ReadonlySet<string> | undefined>()
  readonly #formats = new Map<string, Format>()
  readonly #codes = new Map<string, readonly string[]>()

  /**
   * Compares an existing file with the pulled one that would replace it. The file is a translation of the project if it parses in the same format and at least
   * half of its keys are keys of `source`, or have texts of strings that moved; values that are not strings count as keys. Returns undefined for a translation.
   * @param moved the texts that the pull writes for its locale, see `listTexts`
   */
  findMismatch(
    text: string,
    pulled: PulledText,
    source: SourceText,
    moved: ReadonlySet<string> = new Set(),
  ): FileMismatch | undefined {
    const format = this.#findFormat(pulled, source)
    const texts = new Map<string, string>()
    const own = collectKeys(format, text, () => {
      const entries = readTexts(format, text, pulled, source)
      for (const { key, value } of entries) texts.set(key, toMessageId(value))
      return entries
    })
    if (own === undefined) return { known: 0, unknown: 1, examples: [] }
    const theirs = this.#sourceContent(format, source) ?? new Set()
    const unknown = [...own].filter(name => !theirs.has(name) && !moved.has(texts.get(name) ?? ''))
    const known = own.size - unknown.length
    if (unknown.length <= known) return undefined
    return { known, unknown: unknown.length, examples: unknown.slice(0, 3).map(name => name.replace(MARK, '')) }
  }

  /** The texts that a pulled file has for the strings of its source file; none if it cannot be read. */
  listTexts(pulled: PulledText, source: SourceText): readonly string[] {
    const format = this.#findFormat(pulled, source)
    const known = this.#sourceContent(format, source)
    if (known === undefined) return []
    const texts = readIfValid(() => readTexts(format, pulled.content, pulled, source)) ?? []
    return texts.flatMap(({ key, value }) => (known.has(key) && messageUnits(value) > 0 ? [toMessageId(value)] : []))
  }

  /** Returns whether two versions of a file that has all locales have the same source strings and notes; undefined if each locale has a file. */
  hasSameSource(text: string, { path, content }: PulledText): boolean | undefined {
    const format = detectFormat(path, content)
    if (format.multilingual === undefined) return undefined
    const [before, after] = [text, content].map(file =>
      readIfValid(() => format.read(file).entries.map(({ key, value, description }) => [key, value, description])),
    )
    return before !== undefined && isDeepStrictEqual(before, after)
  }

  /**
   * Finds the first code of a pulled file that is neither in its source file nor in the file that it replaces.
   * @throws AppError `invalid_input` if no format can read the pulled file
   */
  findNewCode(
    { path, content }: PulledText,
    source: SourceText | undefined,
    replaced: string | undefined,
  ): NewCode | undefined {
    const format = detectFormat(path, content)
    if (format.listCode === undefined) return undefined
    const known = source === undefined ? [] : this.#sourceCode(format, source)
    return findNewCode(format, content, [...known, ...(replaced === undefined ? [] : listKnownCode(format, replaced))])
  }

  /** The format of a pulled file: that of its source, because a translation may lack what tells formats apart, such as notes. */
  #findFormat({ path, content }: PulledText, source: SourceText): Format {
    const known = this.#formats.get(source.path)
    if (known !== undefined) return known
    const [ofSource] = findFormatIds(source.path, source.text)
    if (ofSource === undefined) return detectFormat(path, content)
    const found = formatById(ofSource)
    this.#formats.set(source.path, found)
    return found
  }

  #sourceCode(format: Format, source: SourceText): readonly string[] {
    return getOrAdd(this.#codes, `${format.id} ${source.path}`, () => listKnownCode(format, source.text))
  }

  #sourceContent(format: Format, source: SourceText): ReadonlySet<string> | undefined {
    const id = `${format.id} ${source.path}`
    if (!this.#sources.has(id)) this.#sources.set(id, collectKeys(format, source.text))
    return this.#sources.get(id)
  }
}

/** The locale of a pulled file: the one that its path spells. */
export const findPulledLocale = ({ path, locales }: Pick<PulledText, 'path' | 'locales'>): string =>
  locales.find(one => containsLocale(path, [one])) ?? locales[0] ?? 'und'

const readTexts = (format: Format, text: string, pulled: PulledText, source: SourceText) =>
  format.readTarget(text, findPulledLocale(pulled), source.text, findRootKey(format, source.text))

/** Whether a string is a well-formed locale, known to CLDR or not. */
export const isLocale = (text: string): boolean =>
  !text.includes('_') && findLocale(text, { allowPrivate: true }) !== undefined

/** Whether a part of a path, between separators, spells one of the locales. The file extension does not count: `arb` is also Arabic. */
export const containsLocale = (path: string, locales: readonly string[]): boolean =>
  path
    .replace(/\.[^./]*$/, '')
    .split('/')
    .some(segment => splitNameParts(segment).some(part => spellsOneOf(part, locales)))

/** The parts of a name between two separators: `app`, `app_de`, `de` of `app_de`. */
function splitNameParts(segment: string): readonly string[] {
  const words = [...segment.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].slice(0, MAX_WORDS)
  return words.flatMap(({ index }, at) =>
    words.slice(at, at + MAX_SUBTAGS).map(last => segment.slice(index, last.index + last[0].length)),
  )
}

const MAX_WORDS = 20
const MAX_SUBTAGS = 6

/**
 * The keys of a file and the paths of its values that are not strings; undefined if the format cannot read it. A target file without translations still has
 * the keys of its source.
 */
function collectKeys(
  format: Format,
  text: string,
  target: () => readonly { readonly key: string }[] = () => [],
): ReadonlySet<string> | undefined {
  return readIfValid(() => {
    const texts = target()
    const root = findRootKey(format, text)
    const keys = (texts.length > 0 ? texts : format.read(text, root).entries).map(({ key }) => key)
    return new Set([...keys, ...(format.extensions === '.json' ? listNonTextValues(text, root) : [])])
  })
}

/** Prefix of the path of a value that is not a string, so that it equals no key. */
const MARK = '\0'

/** Paths of numbers and booleans in a JSON file, each with the mark. The format has read the file before, so its depth is limited. */
function listNonTextValues(text: string, root: string | undefined): readonly string[] {
  const found: string[] = []
  const walk = (value: unknown, place: string): void => {
    if (typeof value === 'number' || typeof value === 'boolean') found.push(MARK + place)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, one] of Object.entries(value)) walk(one, place === '' ? name : `${place}.${name}`)
    }
  }
  const file = parseJsonText(text)
  walk(root === undefined ? file : Object.values(Object(file))[0], '')
  return found
}

const parseJsonText = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ''))

/** The key at the root that all keys of a file are below, if it is a locale. Only in formats whose files may have one. */
export function findRootKey(format: Format, text: string): string | undefined {
  if (!/\.(?:json|ya?ml)/.test(format.extensions)) return undefined
  const entries = readIfValid(() => format.read(text).entries) ?? []
  const roots = new Set(entries.map(({ key }) => key.slice(0, Math.max(0, key.indexOf('.')))))
  const [root = ''] = roots
  return roots.size === 1 && isLocaleName(root) ? root : undefined
}
