import type { WriteRequest } from '../format.ts'
import type { Edit } from '../splice.ts'
import { applyEdits, detectIndent, removeRange } from '../xml/edit.ts'
import { isElement } from '../xml/tree.ts'
import { isInUse, type TsDocument, type TsMessage } from './document.ts'
import { getNumerusForms } from './numerus.ts'
import {
  createPlanner,
  detectStyle,
  findOuter,
  renderTranslation,
  setLanguage,
  toTexts,
  type Wanted,
  writeOldSource,
} from './render.ts'
import { updateMessage } from './update.ts'

/**
 * Creates a target file as `lupdate` does: the messages of the source that are in use, with the values, and unfinished without one. Copies line endings and
 * escapes from a sibling.
 */
export function newFile(source: TsDocument, sibling: TsDocument | undefined, request: WriteRequest): string {
  const { document, messages } = source
  const { values, locale } = request
  const style = { ...detectStyle(sibling ?? source), entities: document.entities, eol: document.eol }
  const unit = detectIndent(document)
  const plan = createPlanner(request)
  const categories = getNumerusForms(locale)
  const edits: Edit[] = [setLanguage(document, locale)]
  for (const message of messages) {
    const { element, translation, isPlural, key } = message
    if (!isInUse(message)) {
      edits.push(removeRange(document, element.start, element.end))
      continue
    }
    const value = values.get(key)
    const wanted: Partial<Wanted> = value === undefined ? {} : plan(key, value)
    const { type = 'unfinished', oldSource } = wanted
    const texts = toTexts(value, isPlural, categories)
    if (translation === undefined) edits.push(...updateMessage(document, message, { texts, type }, style))
    else {
      const outer = findOuter(document, translation, unit + unit)
      const rendered = renderTranslation(texts, { isPlural, type }, style, { outer, unit })
      edits.push({ start: translation.start, end: translation.end, text: rendered })
    }
    edits.push(...removeOld(source, message, oldSource !== undefined))
    if (oldSource !== undefined) edits.push(...writeOldSource(document, message, oldSource, style))
  }
  const written = applyEdits(document, edits)
  const eol = sibling?.document.eol ?? document.eol
  return eol === document.eol ? written : written.replace(/\r?\n/g, eol)
}

/** Removes what the source file says of earlier sources: it is about its own translations. */
function removeOld({ document }: TsDocument, { element }: TsMessage, isReplaced: boolean): Edit[] {
  return element.children
    .filter(isElement)
    .filter(({ name }) => name === 'oldcomment' || (name === 'oldsource' && !isReplaced))
    .map(({ start, end }) => removeRange(document, start, end))
}
