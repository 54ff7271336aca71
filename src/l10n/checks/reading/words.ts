import type { ParsedText } from '../../message/parsed-text.ts'
import { BLANK, findWordSpans } from '../../message/word-spans.ts'

/** The words of a text at their offsets, with a blank for each character of syntax. Has the length of the text. */
export const wordsOf = (text: ParsedText): string => text.computeOnce(blankSyntax)

function blankSyntax(text: ParsedText): string {
  const spans = findWordSpans(text)
  const [first] = spans
  if (first?.text.length === text.text.length) return first.text
  const parts: string[] = []
  let at = 0
  for (const span of spans) {
    if (span.at < at) continue
    parts.push(BLANK.repeat(span.at - at), span.text)
    at = span.at + span.text.length
  }
  parts.push(BLANK.repeat(Math.max(0, text.text.length - at)))
  return parts.join('')
}
