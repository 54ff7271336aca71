import type { Message } from '../../message/message.ts'
import type { ObsoleteText } from '../format.ts'
import { currentHead, getEntryHead, renderIds, renderMessage } from './block.ts'
import type { ObsoleteEntry, PoEntry } from './entries.ts'
import type { PoFile } from './file.ts'
import { listTranslatorLines } from './previous.ts'
import type { PoStyle } from './style.ts'
import { decodeText } from './text.ts'

/** The strings of an obsolete entry. */
export interface ObsoleteStrings {
  readonly context?: string
  readonly id: string
  /** By form; one without plural forms. */
  readonly texts: readonly string[]
  readonly isPlural: boolean
}

/** Reads the strings of an obsolete entry. Ignores faults, because the entry is unused. */
export function readObsolete({ lines }: ObsoleteEntry): ObsoleteStrings {
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
  const head = getEntryHead(file, entry)
  const ids = head.slice((entry.context ?? entry.id).start - entry.start)
  const last = entry.texts.at(-1) ?? entry.texts[0]
  const [first] = entry.texts
  const msgstr =
    value === undefined
      ? file.text.slice(first.start, last.end)
      : renderMessage(value, entry.plural !== undefined, categories, style)
  const comments = value === undefined ? entry.comments : currentHead(head).split(/\r?\n/)
  const previous = comments.filter(line => line.startsWith('#|'))
  return [
    ...listTranslatorLines(entry),
    ...comments.filter(line => line.startsWith('#,')),
    ...previous.map(line => `#~${line.slice(1)}`),
    ...toLines(ids + msgstr).map(line => `#~ ${line}`),
  ].join(style.eol)
}

/** Renders a text of the project as an obsolete entry. */
export function renderObsolete(
  { source, context, value }: ObsoleteText,
  categories: readonly string[],
  style: PoStyle,
): string {
  const inner = { ...style, width: style.width - 3 }
  const msgstr = renderMessage(value, typeof source !== 'string', categories, inner)
  return toLines([...renderIds({ source, context }, inner), msgstr].join(style.eol))
    .map(line => `#~ ${line}`)
    .join(style.eol)
}

/** Appends blocks to the end of a file, each after a blank line. */
export function appendBlocks(text: string, blocks: readonly string[], { eol }: PoStyle): string {
  if (blocks.length === 0) return text
  const end = text === '' || text.endsWith('\n') ? '' : eol
  return `${text}${end}${text === '' ? '' : eol}${blocks.join(eol + eol)}${eol}`
}

const toLines = (text: string): string[] => text.split(/\r?\n/).filter(line => line !== '')
