import { withEol } from '../eol.ts'
import type { WriteRequest } from '../format.ts'
import type { Edit } from '../splice.ts'
import { applyEdits, insertBefore, insertLast, removeRange, setAttribute } from '../xml/edit.ts'
import { findAttribute, isElement, type XmlDocument } from '../xml/tree.ts'
import { isInUse, type MessageType, type TsDocument, type TsMessage } from './document.ts'
import { getNumerusForms } from './numerus.ts'
import { createPlanner, detectStyle, toTexts, updateMessage, writeOldSource } from './render.ts'
import type { TextStyle } from './text.ts'

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
