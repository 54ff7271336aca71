import type { Message } from '../../message/message.ts'
import type { PoEntry } from './entries.ts'
import { listFlags, type PoFile } from './file.ts'
import { toFormTexts } from './message.ts'
import { type PoStyle, renderText } from './style.ts'

/** Returns the head of an entry, above its translation: comments, msgctxt, msgid, msgid_plural. */
export const getEntryHead = ({ text }: PoFile, { start, texts }: PoEntry): string => text.slice(start, texts[0].start)

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
