import type { ParsedMessage, ParsedText } from '../../message/parsed-text.ts'
import type { CheckContext } from '../context.ts'

/** Any sign but letters, digits, spaces and those of sentences. */
const SIGN = /[^\p{L}\p{M}\p{N}\s.,!?;()-]/u

const hasSign = ({ text }: ParsedText): boolean => SIGN.test(text)
const hasAnySign = ({ texts }: ParsedMessage): boolean => texts.some(([, text]) => text.computeOnce(hasSign))

/** Whether a message or its translation has more than words: in every syntax, a placeholder, a tag, a link and code need another sign. */
export const hasSyntax = ({ source, target }: CheckContext): boolean =>
  source.computeOnce(hasAnySign) || hasAnySign(target)
