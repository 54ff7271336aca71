import { getGeneralText, type Message } from '../../message/message.ts'
import { withEol } from '../eol.ts'
import type { WriteRequest } from '../format.ts'
import type { Edit } from '../splice.ts'
import {
  applyEdits,
  detectIndent,
  findIndent,
  insertAfter,
  insertBefore,
  insertLast,
  removeAttribute,
  removeRange,
  replaceContent,
  setAttribute,
} from '../xml/edit.ts'
import { findAttribute, findElement, isElement, type XmlDocument } from '../xml/tree.ts'
import { isInUse, type MessageType, readChild, readTexts, type TsDocument, type TsMessage } from './document.ts'
import { detectTextStyle, getNumerusForms, renderContent, type TextStyle } from './text.ts'

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
function writeOldSource(document: XmlDocument, { element }: TsMessage, text: string, style: TextStyle): Edit[] {
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

/**
 * Creates a target file as `lupdate` does: the messages of the source that are in use, with the values, and unfinished without one. Copies line endings and
 * escapes from a sibling.
 */
export function newFile(source: TsDocument, sibling: TsDocument | undefined, request: WriteRequest): string {
  const { document, messages } = source
  const { values, locale } = request
  const { entities, eol } = document
  const style = { ...detectStyle(sibling ?? source), entities, eol }
  const plan = createPlanner(request)
  const categories = getNumerusForms(locale)
  const edits = messages.flatMap((message): Edit[] => {
    const { element, isPlural, key } = message
    if (!isInUse(message)) return [removeRange(document, element.start, element.end)]
    const value = values.get(key)
    const texts = toTexts(value, isPlural, categories)
    const wanted = value === undefined ? UNFINISHED : plan(key)
    return editCopy(document, message, { texts, ...wanted }, style, true)
  })
  const written = applyEdits(document, [setLanguage(document, locale), ...edits])
  return withEol(written, eol, sibling?.document.eol ?? eol)
}

const UNFINISHED = { type: 'unfinished', oldSource: undefined } as const

/** Sets the language of a file, before that of the source as Qt orders them. */
function setLanguage(document: XmlDocument, locale: string): Edit {
  const { root } = document
  const name = locale.replaceAll('-', '_')
  const before = findAttribute(root, 'sourcelanguage')
  if (before === undefined || findAttribute(root, 'language') !== undefined) {
    return setAttribute(document, root, 'language', name)
  }
  return { start: before.start, end: before.start, text: `language="${name}" ` }
}

/** What a message of the source has in another file. */
export interface Content {
  readonly texts: readonly string[]
  readonly type: MessageType
  readonly oldSource: string | undefined
  /** The element of the message that it replaces, as its file has it. */
  readonly translatorComment?: string | undefined
}

/** Edits a message of the source for another file, without what it says of earlier sources: that is about its own translations. */
export function editCopy(
  document: XmlDocument,
  message: TsMessage,
  { texts, type, oldSource, translatorComment: comment }: Content,
  style: TextStyle,
  hasLocations: boolean,
): Edit[] {
  const { element, translation } = message
  const dropped = new Set(['oldsource', 'oldcomment'])
  if (!hasLocations) dropped.add('location')
  if (comment !== undefined) dropped.add('translatorcomment')
  const edits = element.children
    .filter(node => isElement(node) && dropped.has(node.name))
    .map(({ start, end }) => removeRange(document, start, end))
  if (comment !== undefined) {
    const lines = [comment]
    edits.push(translation ? insertBefore(document, translation, lines) : insertLast(document, element, lines))
  }
  edits.push(...updateMessage(document, { ...message, slots: [] }, { texts, type }, style))
  if (oldSource !== undefined) edits.push(...writeOldSource(document, message, oldSource, style))
  return edits
}
