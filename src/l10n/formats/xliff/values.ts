import { spellsLocale } from '../../locales/spellings.ts'
import type { WrittenState } from '../format.ts'
import { getAttribute } from '../xml/tree.ts'
import { getTargetLanguages, type XliffDocument, type XliffSegment } from './document.ts'
import { readContent, readWords } from './inline.ts'
import { readLevel, readState } from './states.ts'

/**
 * Returns a function that reads the source string of a segment. It is the `<source>`, or the `<target>` of a file whose targets are in the source language:
 * Symfony's `messages.en.xlf`, in which the sources can be keys. A file that does not declare its target language is such a file.
 * @param locale the source locale of the project, if it is known
 */
export function createSourceReader(document: XliffDocument, locale?: string): (segment: XliffSegment) => string {
  const hasOwnTargets = getTargetLanguages(document).every(
    tag => tag === undefined || isSourceLanguage(document, tag, locale),
  )
  return ({ source, target }) => {
    const own = hasOwnTargets && target !== undefined ? readContent(document.xml, target) : ''
    return own === '' ? readContent(document.xml, source) : own
  }
}

function isSourceLanguage(document: XliffDocument, tag: string, locale: string | undefined): boolean {
  return locale === undefined ? tag === getSourceLanguage(document) : spellsLocale(tag, locale)
}

const getSourceLanguage = ({ xml, version, files }: XliffDocument): string | undefined =>
  version === 2 ? getAttribute(xml.root, 'srcLang') : files[0] && getAttribute(files[0], 'source-language')

/** Whether the targets of a document are source strings, because it declares the source language for them. */
export const hasSourceTargets = (document: XliffDocument): boolean =>
  getTargetLanguages(document).every(tag => tag !== undefined && isSourceLanguage(document, tag, undefined))

/**
 * Returns a function that tells which source string a segment of a target file names; see `TargetEntry`. White space and inline elements do not count: programs
 * write them in their own way. The `<source>` can also be empty or the key, or in another language for a whole file: that says nothing.
 */
export function createSourceComparer(
  document: XliffDocument,
  source: XliffDocument,
): (segment: XliffSegment, model: XliffSegment) => 'present' | 'other' | undefined {
  const isSameLanguage = getSourceLanguage(document) === getSourceLanguage(source)
  return ({ source: own, unit }, model) => {
    const text = toWords(readWords(document.xml, own))
    if (!isSameLanguage || text === '' || text === toWords(unit.name ?? '') || text === toWords(unit.id))
      return undefined
    // Its targets can be source strings, too: see `createSourceReader`.
    const present = [model.source, model.target].map(element => element && toWords(readWords(source.xml, element)))
    return present.includes(text) ? 'present' : 'other'
  }
}

/** A text without white space, in one normal form (UAX #15). */
const toWords = (text: string): string => text.replace(/\s+/g, '').normalize('NFC')

/** Returns the text of a target; empty without a translation. A copy of the source that no one has translated is not one. */
export function readTranslation({ xml, version }: XliffDocument, segment: XliffSegment): string {
  const { source, target } = segment
  if (target === undefined) return ''
  const text = readContent(xml, target)
  return readLevel(segment, version) === 'untranslated' && text === readContent(xml, source) ? '' : text
}

/**
 * Returns a function that finds an approval of a target file for a translation that takes the place of another one: the same text of the same source string. An
 * approval of a file says nothing about the project, and moves with its text.
 * @param source the source file
 */
export function createApprovalFinder(
  base: XliffDocument,
  source: XliffDocument,
): (value: string, model: XliffSegment | undefined) => WrittenState | undefined {
  const toPair = ({ xml }: XliffDocument, segment: XliffSegment, value: string): string =>
    `${readContent(xml, segment.source)}\0${value}`
  const list = (): ReadonlySet<string> => {
    const segments = base.units.flatMap(unit => unit.segments)
    const own = segments.filter(segment => readState(segment, base.version) === 'approved')
    return new Set(own.map(segment => toPair(base, segment, readTranslation(base, segment))))
  }
  let approved: ReadonlySet<string> | undefined
  return (value, model) => {
    const pairs = (approved ??= list())
    return pairs.size > 0 && model && pairs.has(toPair(source, model, value)) ? 'approved' : undefined
  }
}
