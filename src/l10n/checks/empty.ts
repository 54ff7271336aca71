import type { ParsedText } from '../message/parsed-text.ts'
import type { Finding } from './check.ts'
import type { CheckContext } from './context.ts'

/** A source with words has a translation with words; to take a text back is another operation. */
export function* empty({ forms, target }: CheckContext): Generator<Finding> {
  const fix = 'Write the translation; leave the item out to leave it untranslated.'
  if (forms.length === 0) yield { id: 'empty', level: 'error', message: 'There are no plural forms.', fix }
  for (const form of forms) {
    if (!form.target.computeOnce(isBlank) || form.source.computeOnce(isBlank)) continue
    const which = typeof target.value === 'string' ? 'The text' : `The form ${form.category}`
    yield { id: 'empty', level: 'error', message: `${which} is empty.`, fix }
  }
}

/** Nothing that shows: white space, and characters of formatting only. */
const isBlank = ({ text }: ParsedText): boolean => /^[\s\p{Cf}\p{Cc}\u115F\u1160\u3164\uFFA0]*$/u.test(text)
