import { quote } from '../../../text/quote.ts'
import { writingOf } from '../../locales/writing.ts'
import { BLANK, type ParsedText } from '../../message/parsed-text.ts'
import { type CheckContext, defineCheck, type Fault } from '../define-check.ts'
import { variantsOf, wordsOf } from '../reading/variants.ts'

const STATEMENT_ENDS = new Set(['stop', 'exclamation', 'ellipsis', 'semicolon'] as const)

export const endPunctuation = defineCheck({
  id: 'end_punctuation',
  level: 'info',
  finds: 'A stop, exclamation mark, ellipsis or semicolon at the end of the source or of the translation only.',
  why: 'Labels and sentences look unfinished beside each other; an ellipsis announces a dialog.',
  standard: 'CLDR punctuation; the marks of every script count, as in the checks of Weblate',
  examples: [
    { syntax: 'plain', locale: 'de', source: 'Saved.', good: 'Gesichert.', bad: 'Gesichert' },
    { syntax: 'plain', locale: 'ja', source: 'Saved.', good: '保存しました。', bad: '保存しました' },
    { syntax: 'plain', locale: 'de', source: 'Open…', good: 'Öffnen...', bad: 'Öffnen' },
  ],
  find: context => findEndFaults(context, STATEMENT_ENDS),
})

export const endColon = defineCheck({
  id: 'end_colon',
  level: 'info',
  finds: 'A colon at the end of the source or of the translation only.',
  why: 'A label loses its colon, or gets two where the application adds one.',
  standard: 'CLDR punctuation; the colons of every script count',
  examples: [
    { syntax: 'plain', locale: 'de', source: 'Name:', good: 'Name:', bad: 'Namen' },
    { syntax: 'plain', locale: 'ja', source: 'Name:', good: '名前：', bad: '名前' },
  ],
  find: context => findEndFaults(context, new Set(['colon'] as const)),
})

/** The ends that differ and concern one of the kinds. A kind is one check's: see `checkOfKind`. */
function* findEndFaults({ forms, locale, ordinal }: CheckContext, kinds: ReadonlySet<EndKind>): Generator<Fault> {
  // German writes 1st as 1.
  if (ordinal === true) return
  for (const { source, target } of forms) {
    if (target.text === source.text) continue
    const difference = compareEnds(endsOf(source), endsOf(target), locale)
    if (difference === undefined) continue
    const { want, got } = difference
    const decisive = PRIORITY.find(kind => want.kind === kind || got.kind === kind)
    if (decisive !== undefined && kinds.has(decisive)) yield toFault(difference, locale)
  }
}

/** A change between two kinds is a fault of the first of them, so that only one check reports it. */
const PRIORITY: readonly EndKind[] = [
  'question',
  'interrobang',
  'colon',
  'stop',
  'exclamation',
  'ellipsis',
  'semicolon',
]

function compareEnds(wanted: readonly TextEnd[], given: readonly TextEnd[], locale: string) {
  const kinds = new Set(wanted.map(({ kind }) => kind))
  const [want] = wanted
  if (want === undefined) return undefined
  for (const end of given) {
    const got = readByLocale(end, locale)
    if (kinds.has(got.kind) || isOpenEnd(kinds, got) || isAsGood(want.kind, got, locale)) continue
    return { want, got }
  }
  return undefined
}

/** A placeholder at one end says nothing about punctuation, because it can contain some; a mark at the other end does. */
const isOpenEnd = (kinds: ReadonlySet<EndKind>, { kind }: TextEnd): boolean =>
  (kind === 'open' && kinds.has('none')) || (kind === 'none' && kinds.has('open'))

/** Marks that a locale uses for another kind. */
function readByLocale(end: TextEnd, locale: string): TextEnd {
  const { language } = writingOf(locale)
  if (language === 'el' && end.kind === 'semicolon') return { ...end, kind: 'question' }
  if (language === 'hy' && end.kind === 'colon') return { ...end, kind: 'stop' }
  return end
}

/** Languages that write no stop, or that leave it to the words. */
const NO_STOP = new Set(['th', 'lo', 'km', 'bo', 'dz'])

function isAsGood(want: EndKind, { kind, before, mark }: TextEnd, locale: string): boolean {
  const { language } = writingOf(locale)
  if (NO_STOP.has(language) && (kind === 'none' || kind === 'open')) return want !== 'colon' && want !== 'ellipsis'
  if (want === 'question' || want === 'interrobang')
    return asksInWords(language, before + (kind === 'stop' ? '' : mark))
  return false
}

/** Japanese か and Chinese 吗 or 呢 ask without a mark. */
const asksInWords = (language: string, end: string): boolean =>
  (language === 'ja' && /[かの]$/.test(end)) || (language === 'zh' && /[吗嗎呢]$/.test(end))

function toFault({ want, got }: Record<'want' | 'got', TextEnd>, locale: string): Fault {
  const mark = markOf(want, locale)
  return {
    message: `The source ends with ${describe(want)}, the translation with ${describe(got)}.`,
    ...(got.at !== undefined && { at: got.at }),
    fix: want.mark === '' ? `Remove ${quote(got.mark)} at the end.` : `End the translation with ${quote(mark)}.`,
  }
}

const describe = ({ kind, mark }: TextEnd): string =>
  kind === 'open' ? 'a placeholder' : mark === '' ? 'no punctuation' : quote(mark)

/** The marks of scripts that have their own. */
const MARKS: Readonly<Record<string, Partial<Record<EndKind, string>>>> = {
  Han: { stop: '。', question: '？', exclamation: '！', colon: '：', semicolon: '；' },
  Arabic: { question: '؟', semicolon: '؛' },
  Devanagari: { stop: '।' },
  Bengali: { stop: '।' },
  Armenian: { stop: '։' },
  Ethiopic: { stop: '።' },
  Myanmar: { stop: '။' },
  Greek: { question: ';' },
}

function markOf({ kind, mark }: TextEnd, locale: string): string {
  const [script = ''] = writingOf(locale).scripts
  return MARKS[script]?.[kind] ?? mark
}

export const endQuestion = defineCheck({
  id: 'end_question',
  level: 'info',
  finds:
    'A question without its question mark, a mark that the source does not have, and a Spanish question without ¿.',
  why: 'Users take a question for a statement.',
  standard: 'CLDR punctuation; the question marks of Arabic, Armenian, Greek, Ethiopic and CJK count',
  examples: [
    { syntax: 'plain', locale: 'de', source: 'Delete it?', good: 'Löschen?', bad: 'Löschen' },
    { syntax: 'plain', locale: 'ar', source: 'Delete it?', good: 'حذف؟', bad: 'حذف.' },
    { syntax: 'plain', locale: 'es', source: 'Delete it?', good: '¿Eliminar?', bad: 'Eliminar?' },
  ],
  find: findQuestionFaults,
})

const QUESTION_ENDS = new Set(['question', 'interrobang'] as const)

function* findQuestionFaults(context: CheckContext): Generator<Fault> {
  let found = false
  for (const fault of findEndFaults(context, QUESTION_ENDS)) {
    found = true
    yield fault
  }
  if (!found && writingOf(context.locale).language === 'es') yield* findUnopened(context)
}

function* findUnopened({ forms }: CheckContext): Generator<Fault> {
  for (const { target } of forms) {
    const [end] = endsOf(target)
    if (end?.kind !== 'question' || wordsOf(target).includes('¿')) continue
    yield {
      message: 'The question does not start with ¿.',
      ...(end.at !== undefined && { at: end.at }),
      fix: 'Write ¿ where the question starts.',
    }
  }
}

/** How a text ends: one of the seven kinds that Weblate compares, none of them, or `open` with a placeholder. */
type EndKind = (typeof KINDS)[number][0] | 'none' | 'open'

interface TextEnd {
  readonly kind: EndKind
  /** The punctuation as written. */
  readonly mark: string
  /** The last characters before it. */
  readonly before: string
  /** Offset of the mark, or of the end; absent for a text with several variants. */
  readonly at?: number
}

/** How each variant of a text ends. */
const endsOf = (text: ParsedText): readonly TextEnd[] => text.computeOnce(listEnds)

/** Most characters at the end of a text that are read. */
const MAX_END = 60

function listEnds(text: ParsedText): readonly TextEnd[] {
  const variants = variantsOf(text)
  const [only = ''] = variants
  if (only.length !== text.text.length) return variants.map(variant => findEnd(variant.replace(TAG_AT_END, '')))
  const words = only.slice(0, endBeforeTags(text))
  const start = Math.max(0, words.length - MAX_END)
  const end = findEnd(words)
  return [{ ...end, at: start + end.at }]
}

/** In a text with several variants, a tag is one blank. */
const TAG_AT_END = /\uFDD0\s*$/

/** Where the words end: before the tags that close the text. */
function endBeforeTags({ text, markup }: ParsedText): number {
  let end = text.length
  for (let at = markup.length - 1; at >= 0; at -= 1) {
    const token = markup[at]
    if (token?.kind !== 'tag' || text.slice(token.end, end).trim() !== '') break
    end = token.start
  }
  return end
}

/** Quotation marks, brackets and emoji that can follow the punctuation. */
const CLOSERS =
  /(?:["'”’»›)\]}】」』〉》）］｝“*_`~\s\p{Cf}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\uFE0E|\uFE0F)+$/u

/** The marks of every script. */
const KINDS = [
  ['interrobang', /(?:[?？؟]\s?[!！]|[!！]\s?[?？؟]|[‽⁉⁈])$/u],
  ['ellipsis', /(?:\.{2,}|…|⋯|。{2,}|・{3})$/u],
  ['question', /[?？؟՞፧⸮\u037E]$/u],
  ['exclamation', /[!！՜߹]$/u],
  ['colon', /[:：፡᠄︰]$/u],
  ['semicolon', /[;；؛]$/u],
  ['stop', /[.。．｡।॥։۔።᙮᠃᠉၊။༎᱾꯫។]$/u],
] as const

function findEnd(words: string): TextEnd & { readonly at: number } {
  const end = words.slice(-MAX_END).replace(CLOSERS, '')
  if (end.endsWith(BLANK)) return { kind: 'open', mark: '', before: '', at: end.length }
  for (const [kind, pattern] of KINDS) {
    const match = pattern.exec(end)
    if (match !== null) return { kind, mark: match[0], before: end.slice(0, match.index).trimEnd(), at: match.index }
  }
  return { kind: 'none', mark: '', before: end, at: end.length }
}
