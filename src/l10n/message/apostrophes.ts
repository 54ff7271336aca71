import type { Span } from './token.ts'

/** An apostrophe that quotes: before a brace or an angle bracket, or before `#` in a plural. */
const OPENS = /'(?:'|(?=[{}<>#]))/g

/** Finds the parts of an ICU message between apostrophes, which print braces and tags as text. A doubled apostrophe prints one and quotes nothing. */
export function findQuotedSpans(text: string): Span[] {
  if (!text.includes("'")) return []
  const hasPlural = /,\s*(?:plural|selectordinal)\s*,/.test(text)
  const spans: Span[] = []
  OPENS.lastIndex = 0
  for (let open = OPENS.exec(text); open !== null; open = OPENS.exec(text)) {
    const start = open.index
    if (open[0] === "''" || (text[start + 1] === '#' && !hasPlural)) continue
    const end = findQuoteEnd(text, start + 2)
    spans.push({ start, end })
    OPENS.lastIndex = end
  }
  return spans
}

/** The offset after the closing apostrophe, or the end of the text. */
export function findQuoteEnd(text: string, from: number): number {
  for (let at = text.indexOf("'", from); at !== -1; at = text.indexOf("'", at + 2)) {
    if (text[at + 1] !== "'") return at + 1
  }
  return text.length
}

/** Replaces apostrophes by letters of the same length that do not quote. */
export const hideApostrophes = (text: string): string => text.replaceAll("'", '’')
