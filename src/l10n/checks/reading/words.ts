import type { ParsedMessage, ParsedText } from '../../message/parsed-text.ts'
import { BLANK, findWordSpans } from '../../message/word-spans.ts'
import type { CheckContext } from '../define-check.ts'

/** Any sign but letters, digits, spaces and those of sentences. */
const SIGN = /[^\p{L}\p{M}\p{N}\s.,!?;()-]/u

const hasSign = ({ text }: ParsedText): boolean => SIGN.test(text)
const hasAnySign = ({ texts }: ParsedMessage): boolean => texts.some(([, text]) => text.computeOnce(hasSign))

/** Whether a message or its translation has more than words: in every syntax, a placeholder, a tag, a link and code need another sign. */
export const hasSyntax = ({ source, target }: CheckContext): boolean =>
  source.computeOnce(hasAnySign) || hasAnySign(target)

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
