import type { Edit } from '../splice.ts'
import {
  detectIndent,
  findIndent,
  insertAfter,
  insertLast,
  removeAttribute,
  replaceContent,
  setAttribute,
} from '../xml/edit.ts'
import type { XmlDocument } from '../xml/tree.ts'
import { type MessageType, readTexts, type TsMessage } from './document.ts'
import { renderForm, renderTranslation } from './render.ts'
import { renderContent, type TextStyle } from './text.ts'

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
    const rendered = renderTranslation(texts, { isPlural, type }, style, { outer, unit })
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
