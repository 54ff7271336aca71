import type { Message } from '../../message/message.ts'
import type { ObsoleteText } from '../format.ts'
import type { Edit, Span } from '../splice.ts'
import { currentHead, getEntryHead, type IdSource, listTranslatorLines, renderIds, renderMessage } from './block.ts'
import type { ObsoleteEntry, PoEntry } from './entries.ts'
import { getSource, type PoFile, toKey } from './file.ts'
import { decodeText } from './scan.ts'
import { type PoStyle, renderText, toKeyword } from './style.ts'

/** The strings of an obsolete entry. */
interface ObsoleteStrings {
  readonly context?: string
  readonly id: string
  /** By form; one without plural forms. */
  readonly texts: readonly string[]
  readonly isPlural: boolean
}

/** Reads the strings of an obsolete entry. Ignores faults, because the entry is unused. */
function readObsolete({ lines }: ObsoleteEntry): ObsoleteStrings {
  const said = new Map<string, string>()
  let keyword = ''
  for (const line of lines) {
    const [, word, literal] = /^#~\s*(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)\b[^"]*)?"(.*)"/.exec(line) ?? []
    keyword = word ?? keyword
    if (literal !== undefined) said.set(keyword, (said.get(keyword) ?? '') + (decodeText(literal) ?? literal))
  }
  const context = said.get('msgctxt')
  return {
    ...(context !== undefined && { context }),
    id: said.get('msgid') ?? '',
    texts: [...said].flatMap(([name, text]) => (name.startsWith('msgstr') ? [text] : [])),
    isPlural: said.has('msgid_plural'),
  }
}

export function getObsoleteKey(old: ObsoleteEntry): string {
  const { id, context } = readObsolete(old)
  return toKey(id, context)
}

/** Reads the translation of an obsolete entry that the source has again. */
export function readObsoleteMessage(old: ObsoleteEntry, categories: readonly string[]): Message | undefined {
  const { texts, isPlural } = readObsolete(old)
  if (!isPlural) return texts[0] === '' ? undefined : texts[0]
  const forms = texts.flatMap((text, form) => (text === '' ? [] : [[categories[form] ?? 'other', text]]))
  return forms.length === 0 ? undefined : Object.fromEntries(forms)
}

/**
 * Renders an entry as obsolete, as gettext does: without extracted comments and references. `value` replaces its translation.
 * Undefined if it has no translation.
 */
export function toObsolete(
  file: PoFile,
  entry: PoEntry,
  value: Message | undefined,
  categories: readonly string[],
  style: PoStyle,
): string | undefined {
  if (value === undefined && entry.texts.every(text => text.value === '')) return undefined
  const source = { source: getSource(entry), context: entry.context?.value }
  const head = currentHead(getEntryHead(file, entry))
  const comments = value === undefined ? entry.comments : head.split(/\r?\n/)
  const previous = comments.filter(line => line.startsWith('#|'))
  return [
    ...listTranslatorLines(entry),
    ...comments.filter(line => line.startsWith('#,')),
    ...previous.map(line => `#~${line.slice(1)}`),
    renderStrings(source, style, inner =>
      value === undefined
        ? entry.texts.map(text => renderText(toKeyword(text), text.value, inner)).join(style.eol)
        : renderMessage(value, entry.plural !== undefined, categories, inner),
    ),
  ].join(style.eol)
}

/** Renders a text of the project as an obsolete entry. */
export const renderObsolete = (text: ObsoleteText, categories: readonly string[], style: PoStyle): string =>
  renderStrings(text, style, inner => renderMessage(text.value, typeof text.source !== 'string', categories, inner))

/** Renders the strings of an entry as comments, which leave less room in a line. */
function renderStrings(source: IdSource, style: PoStyle, renderTexts: (inner: PoStyle) => string): string {
  const inner = { ...style, width: style.width - 3 }
  return [...renderIds(source, inner), renderTexts(inner)]
    .join(style.eol)
    .split(style.eol)
    .map(line => `#~ ${line}`)
    .join(style.eol)
}

/** Appends blocks to the end of a file, each after a blank line. */
export function appendBlocks(text: string, blocks: readonly string[], { eol }: PoStyle): string {
  if (blocks.length === 0) return text
  const end = text === '' || text.endsWith('\n') ? '' : eol
  return `${text}${end}${text === '' ? '' : eol}${blocks.join(eol + eol)}${eol}`
}

/** Removes parts of a file, each with the blank lines after it, or before it at the end of the file. */
export function removeParts(text: string, parts: readonly Span[]): Edit[] {
  const edits: Edit[] = []
  // The start of the removed part at the end of the file.
  let tail = text.length
  for (const { start, end } of parts.toSorted((a, b) => b.start - a.start)) {
    const after = end + findBlanksEnd(text, end)
    if (after === tail) {
      tail = start
      edits.splice(0, 1, { start: start - findBlanksStart(text, start), end: text.length, text: '' })
    } else edits.push({ start, end: after, text: '' })
  }
  return edits
}

/** Measures the blank lines after an offset, up to their last line break or the end of the file. */
function findBlanksEnd(text: string, offset: number): number {
  let end = offset
  for (let at = offset; ; at += 1) {
    const char = text[at]
    if (char === undefined) return at - offset
    if (char === '\n') end = at + 1
    else if (!isBlank(char) && !(char === '\r' && text[at + 1] === '\n')) return end - offset
  }
}

/** Measures the blank lines before an offset, without the line break that ends the line above them. */
function findBlanksStart(text: string, offset: number): number {
  let start = offset
  if (text[offset - 1] !== '\n') return 0
  for (let at = offset - 1; at >= 0; at -= 1) {
    const char = text[at]
    if (char === '\n') start = at + 1
    else if (!isBlank(char) && !(char === '\r' && text[at + 1] === '\n')) break
  }
  return offset - start
}

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t'
