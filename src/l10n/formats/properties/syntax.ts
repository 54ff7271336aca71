import { detectSyntax } from '../../message/detect-syntax.ts'
import type { Syntax } from '../../message/message.ts'

/** An argument of `java.text.MessageFormat`. */
const NUMBERED = /\{\s*\d+\s*(?:,[^{}]*)?\}|\{\s*\d+\s*,\s*choice\s*,/
const NAMED = /\{\s*[A-Za-z_][\w.-]*\s*[,}]/
/** Arguments that only ICU has. */
const ICU_ONLY = /\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,/

/** The syntax of a file, and that of its strings without arguments. */
export interface PropertiesSyntax {
  readonly syntax: Syntax
  readonly withoutArguments: Syntax
}

/**
 * Detects the message syntax: `java` if more arguments are numbered (`{0}`) than named, and no other syntax is more frequent. Programs usually format only
 * strings with arguments, so the others are plain text, unless they double their apostrophes.
 */
export function detectPropertiesSyntax(texts: readonly string[]): PropertiesSyntax {
  const syntax = detectSyntax(texts)
  const count = (pattern: RegExp): number => texts.filter(text => pattern.test(text)).length
  const isJava = syntax === 'icu' && count(NUMBERED) > count(NAMED) && count(ICU_ONLY) === 0
  if (!isJava) return { syntax, withoutArguments: syntax }
  let doubled = 0
  let single = 0
  for (const text of texts) {
    if (!text.includes("'") || NUMBERED.test(text)) continue
    if (text.includes("''")) doubled += 1
    else single += 1
  }
  return { syntax: 'java', withoutArguments: doubled > single ? 'java' : 'plain' }
}

/** Whether a string has arguments of `java.text.MessageFormat`. */
export const hasArguments = (text: string): boolean => NUMBERED.test(text)
