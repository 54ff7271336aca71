import { getGeneralText, type Message } from '../../message/message.ts'
import type { WriteRequest } from '../format.ts'
import type { Edit } from '../splice.ts'
import { insertAfter, removeRange } from '../xml/edit.ts'
import { findElement, type XmlDocument } from '../xml/tree.ts'
import { type MessageType, readChild, type TsDocument, type TsMessage } from './document.ts'
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

/** The indentation of a translation, and what each level adds. */
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
  if (!isPlural) return `${open}${renderContent(texts[0] ?? '', style)}</translation>`
  const forms = texts.map(text => `${eol}${outer}${unit}${renderForm(text, style)}`).join('')
  return `${open}${forms}${eol}${outer}</translation>`
}

export const renderForm = (text: string, style: TextStyle): string =>
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
