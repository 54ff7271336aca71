import { withEol } from '../eol.ts'
import type { WriteRequest } from '../format.ts'
import { splice } from '../splice.ts'
import type { XliffDocument } from './document.ts'
import { createForeignRemover, createNoteRemover, setLanguage, spellLanguage } from './frame.ts'
import { listSegments, XliffKeys } from './keys.ts'
import { detectStateStyle } from './states.ts'
import { removeTranslation, setTranslation, type Writing } from './translation.ts'

export interface NewFile {
  readonly source: XliffDocument
  readonly sibling: XliffDocument | undefined
  readonly request: WriteRequest
}

/**
 * Creates a target file: the source file with its target locale and the translations. Units without a translation have no target. Line endings and byte order
 * mark are those of the sibling. No other translation of the source file is copied. Notes and places in the program are left out if the sibling has none.
 */
export function newXliff({ source, sibling, request }: NewFile): string {
  const { xml, version, files } = source
  const tag = spellLanguage(request.locale, [sibling, source])
  const edits = (version === 2 ? [xml.root] : files).map(element => setLanguage(source, element, tag))
  const style = detectStateStyle([sibling, source])
  const writing: Writing = { document: source, source, hasStates: true, style, locale: tag }
  for (const [key, segments] of listSegments(source, new XliffKeys(source))) {
    const value = request.values.get(key)
    for (const segment of segments) {
      if (typeof value === 'string')
        edits.push(...setTranslation(writing, segment, { value, state: request.states?.get(key) }, segment))
      else edits.push(...removeTranslation(writing, segment))
    }
  }
  const removeNotes = createNoteRemover(source, sibling)
  for (const unit of source.units) edits.push(...removeNotes(unit))
  edits.push(...createForeignRemover(source)(source.xml.root))
  const text = splice(source.xml.text, edits)
  if (sibling === undefined) return source.xml.bom + text
  return sibling.xml.bom + withEol(text, source.xml.eol, sibling.xml.eol)
}
