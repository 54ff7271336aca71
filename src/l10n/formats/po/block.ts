import type { Message } from '../../message/message.ts'
import type { PreviousSource, WriteRequest } from '../format.ts'
import type { PoEntry } from './entries.ts'
import { listFlags, type PoFile } from './file.ts'
import { type PoStyle, renderText } from './style.ts'

/** Returns the translation of an entry; undefined if it is empty. */
export function readMessage({ plural, texts }: PoEntry, categories: readonly string[]): Message | undefined {
  if (plural === undefined) return texts[0].value === '' ? undefined : texts[0].value
  const forms = texts.flatMap(({ value }, form) => {
    const category = categories[form]
    return value === '' || category === undefined ? [] : [[category, value] as const]
  })
  return forms.length === 0 ? undefined : Object.fromEntries(forms)
}

/**
 * Returns the strings of an entry for a message, one per form of the file. A stale message that differs from the entry in having plural forms still fills
 * every form: an empty one would show the source string.
 */
export function toFormTexts(value: Message, isPlural: boolean, categories: readonly string[]): string[] {
  if (typeof value === 'string') return isPlural ? categories.map(() => value) : [value]
  const general = value['other'] ?? value['many'] ?? Object.values(value)[0] ?? ''
  return isPlural ? categories.map(category => value[category] ?? general) : [general]
}

/** Returns the offset after the last text of an entry. */
export const getTextsEnd = ({ texts }: PoEntry): number => (texts.at(-1) ?? texts[0]).end

/** Returns the head of an entry, above its translation: comments, msgctxt, msgid, msgid_plural. */
export const getEntryHead = ({ text }: PoFile, { start, texts }: PoEntry): string => text.slice(start, texts[0].start)

/** Splits the head of an entry into its comments, and msgctxt, msgid and msgid_plural. */
export function splitHead({ text }: PoFile, { start, context, id, texts }: PoEntry): [comments: string, ids: string] {
  const { start: idsStart } = context ?? id
  return [text.slice(start, idsStart), text.slice(idsStart, texts[0].start)]
}

/** Removes traces of an earlier translation from a head: the flag `fuzzy` and the previous source. */
export function currentHead(head: string): string {
  return head
    .split(/(?<=\n)/)
    .map(line => {
      if (/^\s*#\|/.test(line)) return ''
      const [, sign, list = '', eol = ''] = /^(\s*#[,=])(.*?)(\r?\n?)$/.exec(line) ?? []
      const flags = list.split(',').map(flag => flag.trim())
      if (sign === undefined || !flags.includes('fuzzy')) return line
      const others = flags.filter(flag => flag !== 'fuzzy' && flag !== '')
      return others.length === 0 ? '' : `${sign} ${others.join(', ')}${eol}`
    })
    .join('')
}

export const isFuzzy = (entry: PoEntry): boolean => listFlags(entry).includes('fuzzy')

/** Renders the `msgstr` lines of a message, empty if it is undefined. */
export function renderMessage(
  value: Message | undefined,
  isPlural: boolean,
  categories: readonly string[],
  style: PoStyle,
): string {
  return toFormTexts(value ?? '', isPlural, categories)
    .map((text, form) => renderText(isPlural ? `msgstr[${form}]` : 'msgstr', text, style))
    .join(style.eol)
}

/** A source with its context, if it has one. */
export interface IdSource {
  readonly source: Message
  readonly context?: string | undefined
}

/** Renders `msgctxt`, `msgid` and `msgid_plural` of a source. */
export function renderIds({ source, context }: IdSource, style: PoStyle): string[] {
  const texts = typeof source === 'string' ? [source] : [source['one'] ?? '', source['other'] ?? '']
  const ids = texts.map((text, at) => renderText(at === 0 ? 'msgid' : 'msgid_plural', text, style))
  return context === undefined ? ids : [renderText('msgctxt', context, style), ...ids]
}

export const withEol = (text: string, { eol }: PoStyle): string => text.replace(/\r?\n/g, eol)

/** The head of a written entry: what it takes from the source, and what it keeps of an earlier entry. */
export interface HeadRequest {
  /** The entry in the source file. */
  readonly entry: PoEntry
  /** The source that the text translates, if that is an earlier one. The entry is then fuzzy. */
  readonly previous?: PreviousSource | undefined
  /** Whether to mark the entry as fuzzy without a previous source. */
  readonly isMarked?: boolean | undefined
  /** Translator comments of the target file, instead of the source's. */
  readonly comments?: readonly string[] | undefined
}

/** Returns a function that finds the source which a written text translates, if that is an earlier one or unknown. The entry is then fuzzy. */
export function createPreviousFinder({
  history,
  unfinished,
}: Pick<WriteRequest, 'history' | 'unfinished'>): (key: string) => PreviousSource | undefined {
  const known = new Map(history?.previous)
  return key => known.get(key) ?? (unfinished?.has(key) === true ? {} : undefined)
}

/** Renders the head of an entry in gettext's order: translator comments, other comments, flags, previous source, and the current source. */
export function renderHead(source: PoFile, request: HeadRequest, style: PoStyle): string {
  const { entry, previous, isMarked = false, comments } = request
  const [above, ids] = splitHead(source, entry)
  const own = withEol(currentHead(above), style)
  const about = comments === undefined ? own : replaceTranslatorLines(own, comments, style)
  const marked = previous === undefined && !isMarked ? about : withFuzzyFlag(about, style)
  const lines = previous === undefined ? '' : renderPrevious(previous, style)
  return marked + lines + withEol(ids, style)
}

/** Updates the comments of an entry whose text translates an earlier source: with the flag `fuzzy`, and the previous source after them. */
export const updateComments = (comments: string, previous: PreviousSource | undefined, style: PoStyle): string =>
  previous === undefined
    ? currentHead(comments)
    : withFuzzyFlag(currentHead(comments), style) + renderPrevious(previous, style)

const IS_TRANSLATOR_LINE = /^#(?:[ \t]|$)/

/** Lists the translator comments of an entry, without line breaks. */
export const listTranslatorLines = ({ comments }: Pick<PoEntry, 'comments'>): string[] =>
  comments.filter(line => IS_TRANSLATOR_LINE.test(line))

function replaceTranslatorLines(comments: string, lines: readonly string[], { eol }: PoStyle): string {
  const others = comments.split(/(?<=\n)/).filter(line => line !== '' && !IS_TRANSLATOR_LINE.test(line.trimEnd()))
  return lines.map(line => line + eol).join('') + others.join('')
}

function withFuzzyFlag(comments: string, { eol }: PoStyle): string {
  const flags = /^#,[ \t]*/m.exec(comments)
  if (flags === null) return `${comments}#, fuzzy${eol}`
  return `${comments.slice(0, flags.index)}#, fuzzy, ${comments.slice(flags.index + flags[0].length)}`
}

function renderPrevious({ source, context }: PreviousSource, style: PoStyle): string {
  if (source === undefined) return ''
  return renderIds({ source, context }, { ...style, width: style.width - 3 })
    .flatMap(part => part.split(style.eol))
    .map(line => `#| ${line}${style.eol}`)
    .join('')
}
