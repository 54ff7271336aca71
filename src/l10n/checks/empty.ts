import type { ParsedText } from '../message/parsed-text.ts'
import type { Finding } from './check.ts'
import type { CheckContext } from './context.ts'

/** Finds empty translations of non-empty source strings; use a revert to withdraw a translation. */
export function* empty({ forms, target }: CheckContext): Generator<Finding> {
  const fix = 'Write the translation, or omit the item to leave it untranslated.'
  if (forms.length === 0) yield { id: 'empty', level: 'error', message: 'The translation has no plural forms.', fix }
  for (const form of forms) {
    if (!form.target.computeOnce(isBlank) || form.source.computeOnce(isBlank)) continue
    const which = typeof target.value === 'string' ? 'The translation' : `Plural form ${form.category}`
    yield { id: 'empty', level: 'error', message: `${which} is empty.`, fix }
  }
}

/** Whether nothing is visible: only white space and formatting characters. */
const isBlank = ({ text }: ParsedText): boolean => /^[\s\p{Cf}\p{Cc}\u115F\u1160\u3164\uFFA0]*$/u.test(text)
