import { echo } from '../../../text/escape.ts'
import { formatTimes } from '../../../text/quote.ts'
import { foldWords, hasStems } from '../../glossary/inflections.ts'
import { longestMatches } from '../../glossary/phrase-index.ts'
import { type Term, type TermTranslation, termKey } from '../../glossary/term.ts'
import { type TermPhrase, termInLocale } from '../../glossary/term-book.ts'
import { findWordSpans } from '../../message/parsed-text.ts'
import type { Level } from '../check.ts'
import { type CheckContext, defineCheck, type Fault } from '../define-check.ts'
import { type ClassifiedPhrase, countNames, findSourceTerms, getTargetAst, type SourceTerms } from './source-terms.ts'

export const doNotTranslate = defineCheck({
  id: 'do_not_translate',
  level: 'error',
  finds:
    'A do-not-translate term of the glossary that is translated or missing, and a changed copy of a string that is not to be translated. A term that occurs, but less often than in the source, is a warning.',
  why: 'Names of products and commands stop working or being found.',
  examples: [],
  isNeeded: ({ doNotTranslate: isKept, terms }) => isKept === true || terms !== undefined,
  find: findChangedNames,
})

function* findChangedNames(context: CheckContext): Generator<Fault> {
  if (differsFromSource(context)) yield KEPT
  const known = findSourceTerms(context)
  if (known !== undefined) yield* checkNames(context, known)
}

const KEPT = {
  message: 'This entry is not to be translated, and the text differs from its source.',
  fix: 'Copy the source.',
}

/** Whether a do-not-translate entry differs from its source string, in any plural form. */
function differsFromSource({ doNotTranslate: isKept, source, target }: CheckContext): boolean {
  if (isKept !== true) return false
  const own = new Set(source.texts.map(([, { text }]) => text))
  return !target.texts.every(([, { text }]) => own.has(text))
}

/** A term may take endings of the target language. Pronouns and compounds can stand for it after its first occurrence. */
function* checkNames(context: CheckContext, known: SourceTerms): Generator<Fault> {
  if (known.names.length === 0) return
  const { icu, locale, target } = context
  const wanted = known.countWantedNames(icu?.source)
  const given = countNames(target, getTargetAst(context), known.inLocale(locale).names)
  for (const term of known.names) {
    const [want, got] = [wanted, given].map(counts => counts.get(termKey(term))?.lenient ?? 0)
    if (want === undefined || got === undefined || got >= want) continue
    if (got > 0) {
      yield {
        level: 'warning',
        message: `${term.term} occurs ${formatTimes(got)}, but ${formatTimes(want)} in the source.`,
        fix: `Write ${term.term} again, unless the language needs it only ${formatTimes(got)}.`,
        term: term.term,
      }
      continue
    }
    yield {
      level: term.levels.do_not_translate,
      message: `${term.term} occurs ${formatTimes(want)} in the source but ${formatTimes(got)} here.`,
      fix: `Write ${listNames(term, termInLocale(term, locale).translation)} exactly like this; do not translate it.`,
      term: term.term,
    }
  }
}

/** The ways to write a name, most of them. */
const listNames = ({ term, source_variants = [] }: Term, translation: string | undefined): string =>
  translation ?? [term, ...source_variants].slice(0, MAX_NAMES).join(' or ')
const MAX_NAMES = 4

export const glossary = defineCheck({
  id: 'glossary',
  level: 'warning',
  finds:
    'A term of the glossary in the source whose translation is not used. Inflections, compounds and variants count as used.',
  why: 'Users meet one thing under several names.',
  examples: [],
  isNeeded: ({ terms }) => terms !== undefined,
  find: findUnusedTerms,
})

function* findUnusedTerms(context: CheckContext): Generator<Fault> {
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

export const forbiddenTerm = defineCheck({
  id: 'forbidden_term',
  level: 'error',
  finds:
    'A word that the glossary forbids, everywhere or as the translation of a term; in many languages also its plural and case forms.',
  why: 'The word is wrong for the product, its law or its users.',
  examples: [],
  isNeeded: ({ terms }) => terms !== undefined,
  find: findForbiddenTerms,
})

/** Most faults per level. */
const MAX_FAULTS = 20

function* findForbiddenTerms(context: CheckContext): Generator<Fault> {
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
        yield toFault(phrase, text.slice(start, end), at + start, termInLocale(phrase.term, locale), category)
      }
    }
  }
}

/** Whether a phrase is forbidden: by its kind if it is searched in every translation, or by a term of the source. */
const isBanned = (phrase: TermPhrase | ClassifiedPhrase): boolean =>
  'banned' in phrase ? phrase.banned : phrase.term.kind === 'forbidden'

function toFault({ term }: TermPhrase, word: string, at: number, own: TermTranslation, category?: string): Fault {
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
