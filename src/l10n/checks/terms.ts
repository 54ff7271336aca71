import { longestMatches, PhraseIndex } from '../glossary/phrases.ts'
import { type TermTranslation, termKey } from '../glossary/term.ts'
import type { RuledTerm, TermBook, TermPhrase } from '../glossary/term-book.ts'
import { wordPieces } from '../words-only.ts'
import type { Finding } from './check.ts'
import type { CheckContext } from './context.ts'
import { countInWords } from './count-words.ts'
import { inSequence, NOTHING, type Occurrences, once } from './occurrences.ts'

/** What is not to be translated stands as it is in the source, and no forbidden word stands in the text. */
export function terms(context: CheckContext): Finding[] {
  const { terms: book } = context
  const kept = keptEntry(context)
  if (book === undefined || kept.length > 0) return kept
  const inSource = sourceTerms(context, book)
  return [...untranslated(context, book, inSource), ...forbidden(context, book, inSource)]
}

const KEPT = {
  id: 'do_not_translate',
  level: 'error',
  message: 'This entry is not to be translated, and the text differs from its source.',
  fix: 'Copy the source.',
} as const

const OF_TERMS: ReadonlySet<string> = new Set(['do_not_translate', 'forbidden_term'])

/** Whether a finding has its words from a glossary. */
export const quotesTerm = ({ id, message }: Pick<Finding, 'id' | 'message'>): boolean =>
  OF_TERMS.has(id) && message !== KEPT.message

/** An entry that is not to be translated has the text of its source, in whatever plural forms. */
function keptEntry({ doNotTranslate, source, target }: CheckContext): Finding[] {
  if (doNotTranslate !== true) return []
  const own = new Set(textsOf(source))
  return textsOf(target).every(text => own.has(text)) ? [] : [KEPT]
}

const textsOf = (message: CheckContext['source']): readonly string[] =>
  typeof message === 'string' ? [message] : Object.values(message)

/** The terms that stand somewhere in the source. */
function sourceTerms({ source, syntax, icu }: CheckContext, book: TermBook): ReadonlySet<RuledTerm> {
  const texts = textsOf(source)
  const matches = texts.flatMap(text =>
    wordPieces(text, syntax, icu?.source).flatMap(({ text: words }) => longestMatches(book.inSource.find(words))),
  )
  return new Set(matches.map(({ phrase }) => phrase.term))
}

/** A name may take the endings of the target's language, and stands at least as often as in the source. */
function untranslated(context: CheckContext, book: TermBook, inSource: ReadonlySet<RuledTerm>): Finding[] {
  const names = [...inSource].filter(({ kind }) => kind === 'do_not_translate')
  if (names.length === 0) return []
  const wanted = countTerms(context, 'source', book.inSource)
  const phrases = names.flatMap(term => {
    const { translation, variants = [] } = book.inLocale(term, context.locale)
    // A name may have a spelling of its own in a locale, such as one in another script.
    const spellings = [term.term, ...(translation === undefined ? [] : [translation]), ...variants]
    return [...new Set(spellings)].map(text => ({ text, caseSensitive: term.case_sensitive, open: true, term }))
  })
  const given = countTerms(context, 'target', new PhraseIndex(phrases))
  return names.flatMap(term => {
    const [want, got] = [wanted, given].map(counts => counts.get(termKey(term))?.lenient ?? 0)
    if (want === undefined || got === undefined || got >= want) return []
    const name = book.inLocale(term, context.locale).translation ?? term.term
    return [
      {
        id: 'do_not_translate',
        level: term.levels.do_not_translate,
        message: `${term.term} stands ${times(want)} in the source and ${times(got)} here.`,
        fix: `Write ${name} exactly so; it is not to be translated.`,
      },
    ]
  })
}

const times = (count: number): string => (count === 1 ? 'once' : count === 0 ? 'not at all' : `${count} times`)

/** How often names stand in one side of a message, over all the ways through it. */
function countTerms(context: CheckContext, side: 'source' | 'target', index: PhraseIndex<TermPhrase>): Occurrences {
  const { icu, syntax } = context
  const ast = side === 'source' ? icu?.source : icu !== undefined && 'ast' in icu.target ? icu.target.ast : undefined
  const locale = side === 'source' ? context.sourceLocale : context.locale
  return countInWords(context[side], { syntax, locale, ast }, words => {
    const names = longestMatches(index.find(words)).filter(({ phrase }) => phrase.term.kind === 'do_not_translate')
    return names.length === 0
      ? NOTHING
      : inSequence(names.map(({ phrase, start }) => once(termKey(phrase.term), start, 'term')))
  })
}

/** A phrase that a translation may or may not hold. */
interface Judged extends TermPhrase {
  readonly banned: boolean
}

function forbidden(context: CheckContext, book: TermBook, inSource: ReadonlySet<RuledTerm>): Finding[] {
  const { syntax, locale, icu, forms } = context
  const isStrict = [...inSource].some(term => (book.inLocale(term, locale).forbidden ?? []).length > 0)
  const own = isStrict
    ? new PhraseIndex([...inSource].flatMap(term => localPhrases(term, book.inLocale(term, locale))))
    : undefined
  const ast = icu !== undefined && 'ast' in icu.target ? icu.target.ast : undefined
  return forms.flatMap(({ target, category }) =>
    wordPieces(target, syntax, ast).flatMap(({ text, at }) => {
      const everywhere = book.anywhere
        .find(text)
        .map(match => ({ ...match, phrase: { ...match.phrase, banned: match.phrase.term.kind === 'forbidden' } }))
      return longestMatches([...everywhere, ...(own?.find(text) ?? [])]).flatMap(({ phrase, start, end }) =>
        phrase.banned
          ? [
              bannedWord(phrase, text.slice(start, end), at + start, {
                own: book.inLocale(phrase.term, locale),
                category,
              }),
            ]
          : [],
      )
    }),
  )
}

/** What a term of the source says about a locale: words that are wrong for it, and right ones that a wrong one may be a part of. */
function localPhrases(term: RuledTerm, own: TermTranslation): Judged[] {
  const { translation, variants = [], forbidden: wrong = [] } = own
  const right = [...(translation === undefined ? [] : [translation]), ...variants]
  const phrase = (text: string, banned: boolean) => ({ text, caseSensitive: term.case_sensitive, term, banned })
  return [...right.map(text => phrase(text, false)), ...wrong.map(text => phrase(text, true))]
}

function bannedWord(
  { term }: Judged,
  word: string,
  at: number,
  { own, category }: { readonly own: TermTranslation; readonly category: string | undefined },
): Finding {
  const { translation } = own
  const where = category === undefined ? '' : ` in the form ${category}`
  return {
    id: 'forbidden_term',
    level: term.levels.forbidden_term,
    message: `${word} is forbidden${term.kind === 'forbidden' ? '' : ` for ${term.term}`}${where}.`,
    at,
    fix: translation === undefined ? `Say it without ${word}.` : `Write ${translation} instead of ${word}.`,
  }
}
