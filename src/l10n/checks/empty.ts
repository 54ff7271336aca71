import type { Finding } from './check.ts'
import type { CheckContext } from './context.ts'

/** A source with words has a translation with words; to take a text back is another operation. */
export function empty({ forms, target }: CheckContext): Finding[] {
  const fix = 'Write the translation; leave the item out to leave it untranslated.'
  if (forms.length === 0) return [{ id: 'empty', level: 'error', message: 'There are no plural forms.', fix }]
  return forms.flatMap(form => {
    if (isBlank(form.source) || !isBlank(form.target)) return []
    const which = typeof target === 'string' ? 'The text' : `The form ${form.category}`
    return [{ id: 'empty', level: 'error', message: `${which} is empty.`, fix } as const]
  })
}

/** Nothing that shows: white space, and characters of formatting only. */
const isBlank = (text: string): boolean => /^[\s\p{Cf}\p{Cc}\u115F\u1160\u3164\uFFA0]*$/u.test(text)
