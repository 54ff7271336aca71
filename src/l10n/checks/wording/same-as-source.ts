import { hasSameLanguage } from '../../locales/writing.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { type CheckContext, defineCheck, type Fault } from '../define-check.ts'
import { variantsOf } from '../reading/variants.ts'

export const sameAsSource = defineCheck({
  id: 'same_as_source',
  level: 'warning',
  finds:
    'A copy of its source. Copies of one word are ordinary; copies of two or three words, or of capitalized words, can be names and are an info.',
  why: 'The string looks translated to every tool, and users read the source language.',
  examples: [{ syntax: 'plain', locale: 'de', source: 'Save the file', good: 'Datei sichern', bad: 'Save the file' }],
  isNeeded: ({ forms }) => forms.some(({ source, target }) => target.text.trim() === source.text.trim()),
  find,
})

function* find({ forms, source, locale, doNotTranslate, equalsFallback }: CheckContext): Generator<Fault> {
  if (doNotTranslate === true || equalsFallback === true || hasSameLanguage(source.locale, locale)) return
  for (const form of forms) {
    if (form.target.text.trim() !== form.source.text.trim()) continue
    const kind = form.source.computeOnce(classify)
    if (kind === 'short') continue
    yield {
      ...(kind === 'name' && { level: 'info' }),
      message: 'The translation is a copy of its source.',
      fix: 'Translate it, or ignore this finding if the text is a name.',
    }
    return
  }
}

/** A person with an email address, which may be disguised, as in lists of contributors. */
const PERSON = /^\s*(?:[\p{L}\p{M}.'’-]{1,40}\s{1,3}){1,5}<[^<>\s@]{1,60}(?:@|\\?_at\\?_)[^<>\s@]{1,60}>\s*$/u

/** Words of the shortest text that is no name. */
const MIN_WORDS = 4

/** Whether a source is too short to tell, could be a name, or is a phrase. */
function classify(text: ParsedText): 'short' | 'name' | 'phrase' {
  if (PERSON.test(text.text)) return 'name'
  const [variant = ''] = variantsOf(text)
  const words = variant.match(/[\p{L}\p{M}\p{N}_'’.@/:-]+/gu) ?? []
  const plain = words.filter(word => /\p{L}{3}/u.test(word) && !/[\d_@]|\p{L}[./:]\p{L}|\p{Ll}\p{Lu}/u.test(word))
  if (plain.length < 2) return 'short'
  return words.length >= MIN_WORDS && plain.some(word => /^\p{Ll}/u.test(word)) ? 'phrase' : 'name'
}
