import { writingOf } from '../../locales/writing.ts'
import { isBlankText, type Syntax } from '../../message/message.ts'
import { BLANK, type ParsedText } from '../../message/parsed-text.ts'
import { type CheckContext, defineCheck, type Fault, type Form, inEachForm } from '../define-check.ts'
import { wordsOf } from '../reading/variants.ts'

export const edgeWhitespace = defineCheck({
  id: 'edge_whitespace',
  level: 'warning',
  finds:
    'Other white space at the start or end than in the source. Connectors such as ", and ", formats, and the spaces of Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese and Tibetan are not compared. A connector needs some, where words would stick together.',
  why: 'The application joins the text with another one: their words stick together, or a gap shows.',
  standard: 'CLDR list patterns, for connectors',
  examples: [
    { syntax: 'plain', locale: 'de', source: 'Status: ', good: 'Zustand: ', bad: 'Zustand:' },
    { syntax: 'plain', locale: 'ja', source: 'Done\n', good: '完了\n', bad: '完了' },
  ],
  find: inEachForm(findEdgeFaults),
})

function* findEdgeFaults({ source, target }: Form, { sourceLocale, locale }: CheckContext): Generator<Fault> {
  for (const difference of compareEdges(source, target.text, { sourceLocale, locale })) {
    yield toFault(difference, target.text)
  }
}

function toFault({ side, want, got }: EdgeDifference, text: string): Fault {
  const [from, to] = [describe(want), describe(got)]
  const message = `The source ${side}s with ${from}, the translation with ${to === from ? 'other white space' : to}.`
  const verb = side === 'start' ? 'Start' : 'End'
  return {
    message,
    at: side === 'start' ? 0 : text.length - got.length,
    fix: want === '' ? `Remove the white space at the ${side}.` : `${verb} the translation with ${from}.`,
  }
}

function describe(edge: string): string {
  for (const [pattern, name] of KINDS) {
    const count = edge.match(pattern)?.length ?? 0
    if (count > 0) return count === 1 ? `one ${name}` : `several ${name}s`
  }
  return 'no white space'
}

const KINDS = [
  [/\r\n?|\n/g, 'line break'],
  [/\t/g, 'tab'],
  [/\s/g, 'space'],
] as const

export const doubleSpace = defineCheck({
  id: 'double_space',
  level: 'warning',
  finds: 'Two spaces between words where the source has one.',
  why: 'The gap is visible in plain text, and memory and search miss the string.',
  examples: [
    { syntax: 'plain', locale: 'de', source: 'Save the file', good: 'Datei sichern', bad: 'Datei  sichern' },
    { syntax: 'plain', locale: 'de', source: 'A  B', good: 'A  B', bad: 'A  B   C' },
  ],
  isNeeded: ({ forms }) => forms.some(({ target }) => GAP_SIGN.test(target.text)),
  find: inEachForm(find),
})

/** The mark of a placeholder is not a space, so that `{a}  {b}` counts too. */
const GAP_SIGN = / {2}|\u00A0/
const GAP = /(?<=\S)[ \u00A0]{2,}(?=\S)/g

function* find({ source, target }: Form): Generator<Fault> {
  if (!GAP_SIGN.test(target.text)) return
  const widest = Math.max(1, ...source.computeOnce(text => [...text.text.matchAll(GAP)].map(([gap]) => gap.length)))
  for (const { 0: gap, index } of wordsOf(target).matchAll(GAP)) {
    if (gap.length <= widest) continue
    yield { message: `There are ${gap.length} spaces in a row.`, at: index, fix: 'Write one space.' }
  }
}

/** The white space at both ends of a text, and the text between. */
type Edges = Readonly<Record<'start' | 'core' | 'end', string>>

/** An end of a translation whose white space is not that of its source. */
interface EdgeDifference {
  readonly side: 'start' | 'end'
  /** The white space of the source. */
  readonly want: string
  readonly got: string
}

interface EdgeLocales {
  readonly sourceLocale: string
  readonly locale: string
}

/** Returns the ends at which a translation should have the white space of its source, and has other white space. */
function compareEdges(source: ParsedText, target: string, locales: EdgeLocales): readonly EdgeDifference[] {
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
