import { formatTimes } from '../../../text/quote.ts'
import { type Term, termKey } from '../../glossary/term.ts'
import { termInLocale } from '../../glossary/term-book.ts'
import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
import { countNames, findSourceTerms, getTargetAst, type SourceTerms } from './source-terms.ts'

export const doNotTranslate = defineCheck({
  id: 'do_not_translate',
  level: 'error',
  finds:
    'A do-not-translate term of the glossary that is translated or missing, and a changed copy of a string that is not to be translated. A term that occurs, but less often than in the source, is a warning.',
  why: 'Names of products and commands stop working or being found.',
  examples: [],
  isNeeded: ({ doNotTranslate: isKept, terms }) => isKept === true || terms !== undefined,
  find,
})

function* find(context: CheckContext): Generator<Fault> {
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
