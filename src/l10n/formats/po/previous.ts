import type { PreviousSource, WriteRequest } from '../format.ts'
import { currentHead, getEntryHead, renderIds, withEol } from './block.ts'
import type { PoEntry } from './entries.ts'
import type { PoFile } from './file.ts'
import type { PoStyle } from './style.ts'

/** The head of a written entry: what it takes from the source, and what it keeps of an earlier entry. */
export interface HeadRequest {
  /** The entry in the source file. */
  readonly entry: PoEntry
  /** The source that the text translates, if that is an earlier one. The entry is then fuzzy. */
  readonly previous?: PreviousSource | undefined
  /** Whether to mark the entry as fuzzy without a previous source. */
  readonly isFuzzy?: boolean | undefined
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
  const { entry, previous, isFuzzy = false, comments } = request
  const head = getEntryHead(source, entry)
  const idsStart = (entry.context ?? entry.id).start - entry.start
  const own = withEol(currentHead(head.slice(0, idsStart)), style)
  const about = comments === undefined ? own : replaceTranslatorLines(own, comments, style)
  const marked = previous === undefined && !isFuzzy ? about : withFuzzyFlag(about, style)
  const lines = previous === undefined ? '' : renderPrevious(previous, style)
  return marked + lines + withEol(head.slice(idsStart), style)
}

/** Adds the flag `fuzzy` to comments, and the previous source after them. */
export const withPrevious = (comments: string, previous: PreviousSource, style: PoStyle): string =>
  withFuzzyFlag(currentHead(comments), style) + renderPrevious(previous, style)

const IS_TRANSLATOR_LINE = /^#(?:[ \t]|$)/

/** Lists the translator comments of an entry, without line breaks. */
export const listTranslatorLines = ({ comments }: PoEntry): string[] =>
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
