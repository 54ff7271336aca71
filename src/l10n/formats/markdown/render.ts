import { markupTokens } from '../../message/markup-tokens.ts'
import { type MarkdownFile, renderAttribute } from './blocks.ts'
import { type EscapeContext, escapeText } from './escape.ts'
import { escapePipes, type Slot } from './paragraph.ts'

export interface RenderContext extends EscapeContext {
  readonly eol: string
}

/** Renders a text in the place of another: with its prefix, its line breaks, and its quotation marks. */
export function renderText(
  { text }: MarkdownFile,
  slot: Slot,
  value: string,
  { eol, ...context }: RenderContext,
): string {
  if (slot.kind === 'attribute') return renderAttribute(value, text[slot.start - 1] ?? '"')
  const safe = escapeText(value, slot.kind, context)
  if (slot.kind === 'cell') return escapePipes(safe)
  if (slot.kind === 'line') return safe
  const mark = slot.lines.some(({ breaks }) => breaks === 'spaces') ? '  ' : '\\'
  return safe
    .split('\\\n')
    .map(part => wrap(part, text, slot).join(eol + prefixOf(text, slot)))
    .join(mark + eol + prefixOf(text, slot))
}

/** What stands before each line of a paragraph but the first: that of its second line, or blanks and quotes as wide as that of the first. */
function prefixOf(text: string, { start, lines }: Slot): string {
  const second = lines[1]?.start
  if (second !== undefined) return text.slice(text.lastIndexOf('\n', second - 1) + 1, second)
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start).replace(/[^>\t]/g, ' ')
}

/** Words at which no line begins, because they could begin a block. */
const STARTS_BLOCK = /^(?:#{1,6}$|[>|]|[+*]$|-+$|=+$|\d+[.)]$|:{3}|`{3}|~{3}|<|\[!|\{[{%])/

/** Width of paragraphs with short lines. */
const MIN_WIDTH = 60

/** Splits a text into lines as the text is that it replaces: after sentences, or at its width. */
function wrap(value: string, text: string, { lines }: Slot): readonly string[] {
  const others = lines.slice(0, -1).filter(({ breaks }) => breaks === undefined)
  if (others.length === 0) return [value]
  const ends = new Set(others.map(({ start, end }) => text.slice(start, end).at(-1) ?? ''))
  const isBySentence = [...ends].every(end => /[.!?:;,…)”"]/.test(end))
  const width = Math.max(MIN_WIDTH, ...lines.map(({ start, end }) => end - start))
  const wrapped: string[] = []
  let open = ''
  for (const word of splitWords(value)) {
    const isFull = isBySentence ? ends.has(open.at(-1) ?? '') : open.length + 1 + word.length > width
    if (open !== '' && isFull && !open.endsWith('\\') && !STARTS_BLOCK.test(word)) {
      wrapped.push(open)
      open = word
    } else open = open === '' ? word : `${open} ${word}`
  }
  return [...wrapped, open]
}

/** Splits a text at single spaces outside code, tags and link targets. */
function splitWords(value: string): readonly string[] {
  const words: string[] = []
  const tokens = markupTokens(value)
  let from = 0
  let next = 0
  for (const { index } of value.matchAll(/(?<=\S) (?=\S)/g)) {
    while ((tokens[next]?.end ?? Number.POSITIVE_INFINITY) <= index) next += 1
    if ((tokens[next]?.start ?? Number.POSITIVE_INFINITY) < index) continue
    words.push(value.slice(from, index))
    from = index + 1
  }
  words.push(value.slice(from))
  return words
}
