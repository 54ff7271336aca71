import { foldWords, hasStems } from '../../glossary/inflected-words.ts'
import { findWordSpans } from '../../message/word-spans.ts'
import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
import { findSourceTerms, getTargetAst } from './source-terms.ts'

export const glossary = defineCheck({
  id: 'glossary',
  level: 'warning',
  finds:
    'A term of the glossary in the source whose translation is not used. Inflections, compounds and variants count as used.',
  why: 'Users meet one thing under several names.',
  examples: [],
  isNeeded: ({ terms }) => terms !== undefined,
  find,
})

function* find(context: CheckContext): Generator<Fault> {
  const { locale, forms } = context
  const wordings = findSourceTerms(context)?.inLocale(locale).wordings ?? []
  if (wordings.length === 0) return
  const words = forms.flatMap(({ target }) => findWordSpans(target, getTargetAst(context)).map(({ text }) => text))
  const folded = foldWords(words.join('\u0000'))
  for (const { term, translation, stems, forbidden } of wordings) {
    // The finding about a forbidden word says what to write.
    if (stems.some(some => hasStems(folded, some)) || forbidden.some(word => folded.includes(word))) continue
    yield {
      message: `The glossary translates ${term.term} as ${translation}, which is not used here.`,
      fix: `Write ${translation}, in the form that fits.`,
      term: term.term,
    }
  }
}
