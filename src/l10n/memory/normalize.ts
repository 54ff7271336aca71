import type { Message } from '../message/message.ts'

/** Begins each plural form. */
export const FORM = '\u0001'
/** Between the category of a plural form and its text. */
const CATEGORY = '\u0002'

/**
 * The text under which the translation memory knows a source string: in NFC, with each run of white space as one space, and none at the edges. A source with
 * plural forms is the list of its forms, so that it equals no other kind of source.
 */
export function normalizeSource(source: Message): string {
  if (typeof source === 'string') return normalizeText(source)
  const forms = Object.entries(source).sort(([a], [b]) => (a < b ? -1 : 1))
  return forms.map(([category, text]) => `${FORM}${category}${CATEGORY}${normalizeText(text)}`).join('')
}

function normalizeText(text: string): string {
  const composed = text.normalize('NFC')
  // Most texts are normal already, and share their memory with the record.
  return UNEVEN.test(composed) ? composed.replace(/\s+/g, ' ').trim() : composed
}

/** White space at the edges or other than single spaces. */
const UNEVEN = /^\s|\s$|[^\S ]| {2}/
