import { longestMatches, PhraseIndex } from '../glossary/phrases.ts'
import { type Term, termKey } from '../glossary/term.ts'
import { type RuledTerm, type TermBook, type TermPhrase, termInLocale } from '../glossary/term-book.ts'
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
  const inSource = countTerms(context, 'source', book.inSource)
  return [...untranslated(context, inSource), ...forbidden(context, book, inSource)].slice(0, MOST_FINDINGS)
}

const MOST_FINDINGS = 20

/** An entry that is not to be translated has the text of its source, in whatever plural forms. */
function keptEntry({ doNotTranslate, source, target }: CheckContext): Finding[] {
  if (doNotTranslate !== true) return []
  const own = new Set(textsOf(source))
  if (textsOf(target).every(text => own.has(text))) return []
  const message = 'This entry is not to be translated, and the text differs from its source.'
  return [{ id: 'do_not_translate', level: 'error', message, fix: 'Copy the source.' }]
}

const textsOf = (message: CheckContext['source']): readonly string[] =>
  typeof message === 'string' ? [message] : Object.values(message)

type Found = ReadonlyMap<RuledTerm, { readonly lenient: number }>

function countTerms(context: CheckContext, side: 'source' | 'target', index: PhraseIndex<TermPhrase>): Found {
  const { icu, syntax } = context
  const ast = side === 'source' ? icu?.source : icu !== undefined && 'ast' in icu.target ? icu.target.ast : undefined
  const locale = side === 'source' ? context.sourceLocale : context.locale
  const byKey = new Map<string, RuledTerm>()
  const counts = countInWords(context[side], { syntax, locale, ast }, words => {
    const matches = longestMatches(index.find(words))
    for (const { phrase } of matches) byKey.set(termKey(phrase.term), phrase.term)
    return matches.length === 0
      ? NOTHING
      : inSequence(matches.map(({ phrase, start }) => occurrence(phrase.term, start)))
  })
  return new Map([...byKey].map(([key, term]) => [term, { lenient: counts.get(key)?.lenient ?? 0 }]))
}

const occurrence = (term: Term, at: number): Occurrences => once(termKey(term), at, 'term')

/** A name may take the endings of the target's language, and stands at least as often as in the source. */
function untranslated(context: CheckContext, inSource: Found): Finding[] {
  const wanted = [...inSource].filter(([{ kind }, { lenient }]) => kind === 'do_not_translate' && lenient > 0)
  if (wanted.length === 0) return []
  const phrases = wanted.flatMap(([term]) => {
    const { translation, variants = [] } = termInLocale(term, context.locale)
    // A name may have a spelling of its own in a locale, such as one in another script.
    const spellings = [term.term, ...(translation === undefined ? [] : [translation]), ...variants]
    return [...new Set(spellings)].map(text => ({ text, caseSensitive: term.case_sensitive, open: true, term }))
  })
  const inTarget = countTerms(context, 'target', new PhraseIndex(phrases))
  return wanted.flatMap(([term, { lenient: want }]) => {
    const got = inTarget.get(term)?.lenient ?? 0
    if (got >= want) return []
    const name = termInLocale(term, context.locale).translation ?? term.term
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

/** A phrase that a translation may or may not hold. */
interface Judged extends TermPhrase {
  readonly banned: boolean
}

function forbidden(context: CheckContext, book: TermBook, inSource: Found): Finding[] {
  const { syntax, locale, icu, forms } = context
  const local = [...inSource.keys()].flatMap(term => localPhrases(term, locale))
  const own = local.some(({ banned }) => banned) ? new PhraseIndex(local) : undefined
  const ast = icu !== undefined && 'ast' in icu.target ? icu.target.ast : undefined
  return forms.flatMap(({ target, category }) =>
    wordPieces(target, syntax, ast).flatMap(({ text, at }) => {
      const everywhere = book.anywhere
        .find(text)
        .map(match => ({ ...match, phrase: { ...match.phrase, banned: match.phrase.term.kind === 'forbidden' } }))
      return longestMatches([...everywhere, ...(own?.find(text) ?? [])]).flatMap(({ phrase, start, end }) =>
        phrase.banned ? [bannedWord(phrase, text.slice(start, end), at + start, { locale, category })] : [],
      )
    }),
  )
}

/** What a term of the source says about a locale: words that are wrong for it, and right ones that a wrong one may be a part of. */
function localPhrases(term: RuledTerm, locale: string): Judged[] {
  const { translation, variants = [], forbidden: wrong = [] } = termInLocale(term, locale)
  const right = [...(translation === undefined ? [] : [translation]), ...variants]
  const phrase = (text: string, banned: boolean) => ({ text, caseSensitive: term.case_sensitive, term, banned })
  return [...right.map(text => phrase(text, false)), ...wrong.map(text => phrase(text, true))]
}

function bannedWord(
  { term }: Judged,
  word: string,
  at: number,
  { locale, category }: { readonly locale: string; readonly category: string | undefined },
): Finding {
  const { translation } = termInLocale(term, locale)
  const where = category === undefined ? '' : ` in the form ${category}`
  return {
    id: 'forbidden_term',
    level: term.levels.forbidden_term,
    message: `${word} is forbidden${term.kind === 'forbidden' ? '' : ` for ${term.term}`}${where}.`,
    at,
    fix: translation === undefined ? `Say it without ${word}.` : `Write ${translation} instead of ${word}.`,
  }
}
