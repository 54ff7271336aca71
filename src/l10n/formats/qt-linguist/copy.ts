import type { Edit } from '../splice.ts'
import { insertBefore, insertLast, removeRange } from '../xml/edit.ts'
import { isElement, type XmlDocument } from '../xml/tree.ts'
import type { MessageType, TsMessage } from './document.ts'
import { writeOldSource } from './render.ts'
import type { TextStyle } from './text.ts'
import { updateMessage } from './update.ts'

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
