import { echo } from '../../../text/escape.ts'
import { longestMatches } from '../../glossary/phrase-index.ts'
import type { TermTranslation } from '../../glossary/term.ts'
import { type TermPhrase, termInLocale } from '../../glossary/term-book.ts'
import { findWordSpans } from '../../message/word-spans.ts'
import type { Level } from '../check.ts'
import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
import { type ClassifiedPhrase, findSourceTerms, getTargetAst } from './source-terms.ts'

export const forbiddenTerm = defineCheck({
  id: 'forbidden_term',
  level: 'error',
  finds:
    'A word that the glossary forbids, everywhere or as the translation of a term; in many languages also its plural and case forms.',
  why: 'The word is wrong for the product, its law or its users.',
  examples: [],
  isNeeded: ({ terms }) => terms !== undefined,
  find,
})

/** Most faults per level. */
const MAX_FAULTS = 20

function* find(context: CheckContext): Generator<Fault> {
  const { locale, forms, terms: book } = context
  const known = findSourceTerms(context)
  if (known === undefined || book === undefined) return
  const { words: own } = known.inLocale(locale)
  const inflected = book.forbiddenFormsIn(locale)
  const counts = new Map<Level, number>()
  for (const { target, category } of forms) {
    for (const { text, at } of findWordSpans(target, getTargetAst(context))) {
      const everywhere = [...book.targetPhrases.find(text), ...(inflected?.find(text) ?? [])]
      const matches = own === undefined ? everywhere : [...everywhere, ...own.find(text)]
      for (const { phrase, start, end } of longestMatches(matches)) {
        const level = phrase.term.levels.forbidden_term
        if (!isBanned(phrase) || counts.get(level) === MAX_FAULTS) continue
        counts.set(level, (counts.get(level) ?? 0) + 1)
        const place = { at: at + start, own: termInLocale(phrase.term, locale), category }
        yield toFault(phrase, text.slice(start, end), place)
      }
    }
  }
}

/** Whether a phrase is forbidden: by its kind if it is searched in every translation, or by a term of the source. */
const isBanned = (phrase: TermPhrase | ClassifiedPhrase): boolean =>
  'banned' in phrase ? phrase.banned : phrase.term.kind === 'forbidden'

interface Place {
  readonly at: number
  readonly own: TermTranslation
  readonly category: string | undefined
}

function toFault({ term }: TermPhrase, word: string, { at, own, category }: Place): Fault {
  const { translation } = own
  const where = category === undefined ? '' : ` in plural form ${category}`
  const shown = echo(word)
  return {
    level: term.levels.forbidden_term,
    message: `${shown} is forbidden${term.kind === 'forbidden' ? '' : ` for ${term.term}`}${where}.`,
    at,
    fix: translation === undefined ? `Rephrase without ${shown}.` : `Write ${translation} instead of ${shown}.`,
    term: term.term,
  }
}
