import { echo } from '../../text/escape.ts'
import { longestMatches } from '../glossary/phrase-index.ts'
import { type TermTranslation, termKey } from '../glossary/term.ts'
import { type TermBook, type TermPhrase, termInLocale } from '../glossary/term-book.ts'
import { findWordSpans } from '../message/word-spans.ts'
import type { Finding, Level } from './check.ts'
import type { CheckContext } from './context.ts'
import { type ClassifiedPhrase, countNames, SourceTerms } from './source-terms.ts'

/** Finds translated do-not-translate terms, and forbidden words. */
export function* terms(context: CheckContext): Generator<Finding> {
  const { terms: book, source } = context
  if (differsFromSource(context)) yield KEPT
  else if (book !== undefined) {
    const known = source.computeOnce(() => new SourceTerms(source, book), book)
    yield* checkUntranslatedNames(context, known)
    yield* checkForbiddenWords(context, book, known)
  }
}

/** Stored findings of an entry differ from those of a term by `message` alone, so it must not change. */
const KEPT = {
  id: 'do_not_translate',
  level: 'error',
  message: 'This entry is not to be translated, and the text differs from its source.',
  fix: 'Copy the source.',
} as const

const TERM_CHECK_IDS: ReadonlySet<string> = new Set(['do_not_translate', 'forbidden_term'])

/** Whether a finding quotes a glossary term. */
export const quotesTerm = ({ id, message }: Pick<Finding, 'id' | 'message'>): boolean =>
  TERM_CHECK_IDS.has(id) && message !== KEPT.message

/** Whether a do-not-translate entry differs from its source string, in any plural form. */
function differsFromSource({ doNotTranslate, source, target }: CheckContext): boolean {
  if (doNotTranslate !== true) return false
  const own = new Set(source.texts.map(([, { text }]) => text))
  return !target.texts.every(([, { text }]) => own.has(text))
}

const getTargetAst = ({ icu }: CheckContext) => (icu !== undefined && 'ast' in icu.target ? icu.target.ast : undefined)

/** A term may take endings of the target language, and must occur at least as often as in the source. */
function* checkUntranslatedNames(context: CheckContext, known: SourceTerms): Generator<Finding> {
  if (known.names.length === 0) return
  const { icu, locale, target } = context
  const wanted = known.countWantedNames(icu?.source)
  const given = countNames(target, getTargetAst(context), known.inLocale(locale).names)
  for (const term of known.names) {
    const [want, got] = [wanted, given].map(counts => counts.get(termKey(term))?.lenient ?? 0)
    if (want === undefined || got === undefined || got >= want) continue
    const name = termInLocale(term, locale).translation ?? term.term
    yield {
      id: 'do_not_translate',
      level: term.levels.do_not_translate,
      message: `${term.term} occurs ${formatTimes(want)} in the source but ${formatTimes(got)} here.`,
      fix: `Write ${name} exactly like this; do not translate it.`,
    }
  }
}

const formatTimes = (count: number): string => (count === 1 ? 'once' : count === 0 ? 'not at all' : `${count} times`)

/** Most findings per level. */
const MAX_FINDINGS = 20

function* checkForbiddenWords(context: CheckContext, book: TermBook, known: SourceTerms): Generator<Finding> {
  const { locale, forms } = context
  const { words: own } = known.inLocale(locale)
  const counts = new Map<Level, number>()
  for (const { target, category } of forms) {
    for (const { text, at } of findWordSpans(target, getTargetAst(context))) {
      const everywhere = book.targetPhrases.find(text)
      const matches = own === undefined ? everywhere : [...everywhere, ...own.find(text)]
      for (const { phrase, start, end } of longestMatches(matches)) {
        const level = phrase.term.levels.forbidden_term
        if (!isBanned(phrase) || counts.get(level) === MAX_FINDINGS) continue
        counts.set(level, (counts.get(level) ?? 0) + 1)
        const place = { at: at + start, own: termInLocale(phrase.term, locale), category }
        yield toForbiddenFinding(phrase, text.slice(start, end), place)
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

function toForbiddenFinding({ term }: TermPhrase, word: string, { at, own, category }: Place): Finding {
  const { translation } = own
  const where = category === undefined ? '' : ` in plural form ${category}`
  const shown = echo(word)
  return {
    id: 'forbidden_term',
    level: term.levels.forbidden_term,
    message: `${shown} is forbidden${term.kind === 'forbidden' ? '' : ` for ${term.term}`}${where}.`,
    at,
    fix: translation === undefined ? `Rephrase without ${shown}.` : `Write ${translation} instead of ${shown}.`,
  }
}
