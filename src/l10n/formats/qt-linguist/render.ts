import type { Message } from '../../message/message.ts'
import type { Eol } from '../eol.ts'
import type { PreviousSource, WriteRequest } from '../format.ts'
import type { Edit } from '../splice.ts'
import { findIndent, insertAfter, setAttribute } from '../xml/edit.ts'
import { findElement, isElement, type XmlDocument, type XmlElement } from '../xml/tree.ts'
import type { MessageType, TsDocument, TsMessage } from './document.ts'
import { detectTextStyle, readContent, renderContent, type TextStyle } from './text.ts'

/** Maximum messages whose texts show the style of a file. */
const MAX_SAMPLES = 2_000

/** Detects which characters a file escapes. */
export function detectStyle({ document, messages }: TsDocument): TextStyle {
  const raw = messages
    .slice(0, MAX_SAMPLES)
    .flatMap(({ element, slots }) => [...slots, findElement(element, 'source')])
    .flatMap(holder => (holder === undefined ? [] : [document.text.slice(holder.contentStart, holder.contentEnd)]))
    .map(text => text.replace(/<byte [^>]*>/g, ''))
  return detectTextStyle(document, raw)
}

/** What a translation should be in its file. */
export interface Wanted {
  readonly value: Message
  readonly type: MessageType
  /** The source that the text translates, if that is an earlier one. */
  readonly oldSource: string | undefined
}

/** Returns a function that tells how a text of the project is written: a text that is not finished, or translates an earlier source, is `unfinished`. */
export function createPlanner({ states, unfinished, history }: WriteRequest): (key: string, value: Message) => Wanted {
  const previous = new Map(history?.previous)
  return (key, value) => {
    const earlier = previous.get(key)
    const isOpen = earlier !== undefined || unfinished?.has(key) === true || states?.get(key) === 'needs_review'
    return { value, type: isOpen ? 'unfinished' : 'finished', oldSource: toOldSource(earlier) }
  }
}

function toOldSource(earlier: PreviousSource | undefined): string | undefined {
  const source = earlier?.source
  return typeof source === 'object' ? source['other'] : source
}

/** The texts of a message, one per form; empty ones without a value. `other` stands for each form that the value lacks. */
export function toTexts(
  value: Message | undefined,
  isPlural: boolean,
  categories: readonly string[],
): readonly string[] {
  if (value === undefined || typeof value === 'string') {
    return isPlural ? categories.map(() => value ?? '') : [value ?? '']
  }
  const { other = '' } = value
  return isPlural ? categories.map(category => value[category] ?? other) : [other || (Object.values(value)[0] ?? '')]
}

/** The indentation of a message's children, and what each level adds. */
export interface Indent {
  readonly outer: string
  readonly unit: string
}

/** Renders a translation with its texts. */
export function renderTranslation(
  texts: readonly string[],
  { isPlural, type }: Pick<TsMessage, 'isPlural' | 'type'>,
  style: TextStyle,
  { outer, unit }: Indent,
): string {
  const open = type === 'finished' ? '<translation>' : `<translation type="${type}">`
  const { eol } = style
  const content = isPlural
    ? texts.map(text => `${eol}${outer}${unit}<numerusform>${renderContent(text, style)}</numerusform>`).join('') +
      eol +
      outer
    : renderContent(texts[0] ?? '', style)
  return `${open}${content}</translation>`
}

export interface NewMessage {
  readonly message: TsMessage
  /** The document of the message. */
  readonly document: XmlDocument
  readonly texts: readonly string[]
  readonly type: MessageType
  readonly oldSource: string | undefined
  /** Of the message that this one replaces. */
  readonly translatorComment?: string | undefined
  /** Whether its locations mean the same in the file that is written. */
  readonly hasLocations: boolean
}

/** Renders a message as lines, with the children that its source has. */
export function renderMessage(
  { message, document, texts, type, oldSource, translatorComment, hasLocations }: NewMessage,
  style: TextStyle,
  { outer, unit }: Indent,
): string[] {
  const { element, translation, isPlural } = message
  const inner = outer + unit
  const toLine = (child: XmlElement): string => withEol(document.text.slice(child.start, child.end), style.eol)
  const lines: string[] = []
  for (const child of element.children.filter(isElement)) {
    if (child.name === 'location' && !hasLocations) continue
    if (child.name === 'oldsource' || child.name === 'oldcomment') continue
    if (child.name === 'translatorcomment' && translatorComment !== undefined) continue
    if (child === translation) {
      if (translatorComment !== undefined) lines.push(withEol(translatorComment, style.eol))
      lines.push(renderTranslation(texts, { isPlural, type }, style, { outer: inner, unit }))
    } else lines.push(toLine(child))
    if (child.name === 'source' && oldSource !== undefined) lines.push(renderOldSource(oldSource, style))
  }
  if (translation === undefined) {
    lines.push(renderTranslation(texts, { isPlural, type }, style, { outer: inner, unit }))
  }
  const open = document.text.slice(element.start, element.contentStart).replace(/\s*\/>$/, '>')
  return [open, ...lines.map(line => unit + line), '</message>']
}

const withEol = (text: string, eol: Eol): string => text.replace(/\r?\n/g, eol)

const renderOldSource = (text: string, style: TextStyle): string =>
  `<oldsource>${renderContent(text, style)}</oldsource>`

/** Writes the previous source of a message, below its source. */
export function writeOldSource(document: XmlDocument, { element }: TsMessage, text: string, style: TextStyle): Edit[] {
  const own = findElement(element, 'oldsource')
  if (own !== undefined && readContent(document, own) === text) return []
  if (own !== undefined) return [{ start: own.start, end: own.end, text: renderOldSource(text, style) }]
  const source = findElement(element, 'source')
  return source === undefined ? [] : [insertAfter(document, element.children, source, [renderOldSource(text, style)])]
}

/** The indentation of a child in its file, or of the same depth as Qt writes it. */
export const findOuter = (document: XmlDocument, element: XmlElement, usual: string): string =>
  findIndent(document, element.start) ?? usual

/** Sets the language of a file, before that of the source as Qt orders them. */
export function setLanguage(document: XmlDocument, locale: string): Edit {
  const { root } = document
  const name = locale.replaceAll('-', '_')
  const before = root.attributes.find(attribute => attribute.name === 'sourcelanguage')
  if (before === undefined || root.attributes.some(attribute => attribute.name === 'language')) {
    return setAttribute(document, root, 'language', name)
  }
  return { start: before.start, end: before.start, text: `language="${name}" ` }
}
