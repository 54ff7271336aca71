import { writingOf } from '../../locales/writing.ts'
import { isBlankText, type Syntax } from '../../message/message.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { BLANK } from '../../message/word-spans.ts'
import { wordsOf } from '../reading/words.ts'

/** The white space at both ends of a text, and the text between. */
interface Edges {
  readonly start: string
  readonly core: string
  readonly end: string
}

/** An end of a translation whose white space is not that of its source. */
export interface EdgeDifference {
  readonly side: 'start' | 'end'
  /** The white space of the source. */
  readonly want: string
  readonly got: string
}

export interface EdgeLocales {
  readonly sourceLocale: string
  readonly locale: string
}

/** Returns the ends at which a translation should have the white space of its source, and has other white space. */
export function compareEdges(source: ParsedText, target: string, locales: EdgeLocales): readonly EdgeDifference[] {
  if (!mayHaveEdges(source.text) && !mayHaveEdges(target)) return []
  const isGlued = /^\p{L}+$/u.test(target) && isConnector(source) && !hasNoSpaces(locales.locale)
  if (isBlankText(target) || (!isGlued && source.computeOnce(hasOwnEdges))) return []
  const [wanted, given] = [divide(source.text, source.syntax), divide(target, source.syntax)]
  const toKey = [locales.sourceLocale, locales.locale].some(hasNoSpaces) ? dropSpaces : unifySpaces
  return (['start', 'end'] as const).flatMap(side => {
    const [want, got] = [wanted[side], given[side]]
    return toKey(want) === toKey(got) ? [] : [{ side, want, got }]
  })
}

/** Writes a translation with the white space of its source where `compareEdges` finds a difference. */
export function copyEdges(source: ParsedText, target: string, locales: EdgeLocales): string {
  const differences = compareEdges(source, target, locales)
  if (differences.length === 0) return target
  const edges: Edges = differences.reduce(
    (text, { side, want }) => ({ ...text, [side]: want }),
    divide(target, source.syntax),
  )
  return edges.start + edges.core + edges.end
}

const mayHaveEdges = (text: string): boolean => /^[\s{]|[\s}]$/.test(text)

/** The literals by which a Fluent file keeps white space at the start and end. */
const EDGE_LITERAL = /^\{ ?"" ?\}(?=\s)|(?<=\s)\{ ?"" ?\}$/g

function divide(text: string, syntax: Syntax): Edges {
  const bare = syntax === 'fluent' ? text.replace(EDGE_LITERAL, '') : text
  const core = bare.trim()
  const at = bare.indexOf(core)
  return { start: bare.slice(0, at), core, end: bare.slice(at + core.length) }
}

/** Whether each language has its own white space at the ends of a text: nothing to translate, a connector or a format. */
const hasOwnEdges = (text: ParsedText): boolean =>
  isBlankText(text.text) || isConnector(text) || isFormat(wordsOf(text).replaceAll(BLANK, ' '))

/** `, `, ` and `, `, or `: at most two words in lowercase between white space, or between a separator and white space. */
const isConnector = (text: ParsedText): boolean =>
  /^(?:\s|[,;:/|&+·•–—-]\s)\s*[\p{Ll}\p{Lo}\p{M}]+(?:\s[\p{Ll}\p{Lo}\p{M}]+)?\s+$/u.test(text.text)

/** `%n %u`, `%d. %B`, `d. MMM`, `1, `: text without words, in which a letter is a directive or repeats one. A letter alone is a word. */
const isFormat = (words: string): boolean =>
  !/^\s*\p{L}\s*$/u.test(words) &&
  (words.replace(DIRECTIVE, ' ').match(/\p{L}+/gu) ?? []).every(letters => /^(.)\1*$/u.test(letters))

/** Of strftime and of the number formats of Rails. */
const DIRECTIVE = /%[-_0^#:]*\p{L}/gu

const hasNoSpaces = (locale: string): boolean => writingOf(locale).scripts.some(script => UNSPACED.has(script))

/** Scripts that write words, or the particles of a word, without spaces between them. */
const UNSPACED = new Set(['Han', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan'])

/** All kinds of spaces count as spaces. Beside line breaks, spaces are indentation. */
const unifySpaces = (edge: string): string => (/[\r\n]/.test(edge) ? dropSpaces(edge) : edge.replace(/[^\S\t]/g, ' '))

const dropSpaces = (edge: string): string => edge.replace(/\r\n?/g, '\n').replace(/[^\S\n\t]/g, '')
