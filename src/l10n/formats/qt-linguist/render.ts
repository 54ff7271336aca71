import { getGeneralText, type Message } from '../../message/message.ts'
import type { WriteRequest } from '../format.ts'
import type { Edit } from '../splice.ts'
import {
  detectIndent,
  findIndent,
  insertAfter,
  insertLast,
  removeAttribute,
  removeRange,
  replaceContent,
  setAttribute,
} from '../xml/edit.ts'
import { findElement, type XmlDocument } from '../xml/tree.ts'
import { type MessageType, readChild, readTexts, type TsDocument, type TsMessage } from './document.ts'
import { detectTextStyle, renderContent, type TextStyle } from './text.ts'

/** Maximum messages whose texts show the style of a file. */
const MAX_SAMPLES = 2_000

/** Detects which characters a file escapes. */
export function detectStyle({ document, messages }: TsDocument): TextStyle {
  const raw = messages
    .slice(0, MAX_SAMPLES)
    .flatMap(({ element, slots }) => [...slots, findElement(element, 'source') ?? []].flat())
    .map(({ contentStart, contentEnd }) => document.text.slice(contentStart, contentEnd).replace(/<byte [^>]*>/g, ''))
  return detectTextStyle(document, raw)
}

/** How the text of a message is written. */
export interface Wanted {
  readonly type: MessageType
  /** The source that the text translates, if that is an earlier one. */
  readonly oldSource: string | undefined
}

/** Returns a function that tells how a text of the project is written: one that is not finished, or translates an earlier source, is `unfinished`. */
export function createPlanner({ states, unfinished, history }: WriteRequest): (key: string) => Wanted {
  const previous = new Map(history?.previous)
  return key => {
    const earlier = previous.get(key)
    const isOpen = earlier !== undefined || unfinished?.has(key) === true || states?.get(key) === 'needs_review'
    const oldSource = earlier?.source === undefined ? undefined : getGeneralText(earlier.source)
    return { type: isOpen ? 'unfinished' : 'finished', oldSource }
  }
}

/** The texts of a message, one per form; empty ones without a value. `other` stands for each form that the value lacks. */
export function toTexts(
  value: Message | undefined,
  isPlural: boolean,
  categories: readonly string[],
): readonly string[] {
  if (!isPlural) return [getGeneralText(value ?? '')]
  const forms: Message = typeof value === 'object' ? value : { other: value ?? '' }
  return categories.map(category => forms[category] ?? forms['other'] ?? '')
}

/** Renders a translation with its texts. `outer` is its indentation, and `unit` what each level adds. */
function renderTranslation(
  texts: readonly string[],
  { isPlural, type }: Pick<TsMessage, 'isPlural' | 'type'>,
  style: TextStyle,
  outer: string,
  unit: string,
): string {
  const open = type === 'finished' ? '<translation>' : `<translation type="${type}">`
  const { eol } = style
  if (!isPlural) return `${open}${renderContent(texts[0] ?? '', style)}</translation>`
  const forms = texts.map(text => `${eol}${outer}${unit}${renderForm(text, style)}`).join('')
  return `${open}${forms}${eol}${outer}</translation>`
}

const renderForm = (text: string, style: TextStyle): string =>
  `<numerusform>${renderContent(text, style)}</numerusform>`

/** Writes the previous source of a message, below its source. */
export function writeOldSource(document: XmlDocument, { element }: TsMessage, text: string, style: TextStyle): Edit[] {
  const source = findElement(element, 'source')
  const line = `<oldsource>${renderContent(text, style)}</oldsource>`
  return source === undefined ? [] : [insertAfter(document, element.children, source, [line])]
}

/** As `writeOldSource`, in place of the one that the message has. */
export function replaceOldSource(document: XmlDocument, message: TsMessage, text: string, style: TextStyle): Edit[] {
  const own = findElement(message.element, 'oldsource')
  if (own !== undefined && readChild(document, message.element, 'oldsource') === text) return []
  const removal = own === undefined ? [] : [removeRange(document, own.start, own.end)]
  return [...writeOldSource(document, message, text, style), ...removal]
}

/** Writes the texts of a message that differ from those of its file, and its type. Forms beyond those of the language are kept. */
export function updateMessage(
  document: XmlDocument,
  message: TsMessage,
  { texts, type }: { readonly texts: readonly string[]; readonly type: MessageType },
  style: TextStyle,
): readonly Edit[] {
  const { element, translation, slots, isPlural } = message
  if (translation === undefined || slots.length === 0) {
    const unit = detectIndent(document)
    const outer =
      (translation && findIndent(document, translation.start)) ?? (findIndent(document, element.start) ?? unit) + unit
    const rendered = renderTranslation(texts, { isPlural, type }, style, outer, unit)
    if (translation === undefined) return [insertLast(document, element, [rendered])]
    return [{ start: translation.start, end: translation.end, text: rendered }]
  }
  const own = readTexts(document, message)
  const edits = slots.flatMap((slot, form): Edit[] => {
    const text = texts[form]
    return text === undefined || own[form] === text ? [] : [replaceContent(document, slot, renderContent(text, style))]
  })
  const rest = texts.slice(slots.length)
  const added = rest.some(text => text !== '') ? rest.map(text => renderForm(text, style)) : []
  const last = translation.children.findLast(({ kind }) => kind === 'element')
  if (added.length > 0 && last !== undefined) edits.push(insertAfter(document, translation.children, last, added))
  return [...edits, ...setType(document, message, type)]
}

/** Sets how far a translation is; only the attribute changes. */
export function setType(document: XmlDocument, { type: own, translation }: TsMessage, type: MessageType): Edit[] {
  if (own === type || translation === undefined) return []
  if (type !== 'finished') return [setAttribute(document, translation, 'type', type)]
  return [removeAttribute(document, translation, 'type') ?? []].flat()
}
