import { localeChain } from '../locale-chain.ts'
import type { Message, Syntax } from '../message.ts'
import { messagePieces } from '../words-only.ts'
import { longestMatches, type Phrase, PhraseIndex } from './phrases.ts'
import { type Term, type TermTranslation, termKey } from './term.ts'

/** At which level a text is reported that breaks a rule about terms. */
export interface TermLevels {
  readonly do_not_translate: 'error' | 'warning'
  readonly forbidden_term: 'error' | 'warning'
}

/** A term under the policy of the glossary that it comes from. */
export interface RuledTerm extends Term {
  readonly levels: TermLevels
}

export interface TermPhrase extends Phrase {
  readonly term: RuledTerm
}

/** The terms of a project, made ready once for many texts. */
export class TermBook {
  /** All terms, as they stand in sources. */
  readonly inSource: PhraseIndex<TermPhrase>
  /** What translations are searched for whatever their source: forbidden terms, and the names that one may be a part of. */
  readonly anywhere: PhraseIndex<TermPhrase>

  readonly #local = new Map<string, Map<RuledTerm, TermTranslation>>()

  constructor(terms: readonly RuledTerm[]) {
    const phrases = terms.map(term => ({ text: term.term, caseSensitive: term.case_sensitive, term }))
    this.inSource = new PhraseIndex(phrases)
    this.anywhere = new PhraseIndex(phrases.filter(({ term }) => term.kind !== 'normal'))
  }

  /** What one of the terms is in a locale; found out once. */
  inLocale(term: RuledTerm, locale: string): TermTranslation {
    const known = this.#local.get(locale) ?? new Map<RuledTerm, TermTranslation>()
    this.#local.set(locale, known)
    const own = known.get(term) ?? termInLocale(term, locale)
    known.set(term, own)
    return own
  }

  /** The terms that a source holds outside placeholders, each once, in the order in which they come. */
  termsIn(source: Message, syntax: Syntax): readonly RuledTerm[] {
    const found = new Map<string, RuledTerm>()
    for (const { text } of messagePieces(source, syntax)) {
      for (const { phrase } of longestMatches(this.inSource.find(text))) found.set(termKey(phrase.term), phrase.term)
    }
    return [...found.values()]
  }
}

/** What a term is in a locale: the locale's own fields over those of its language. */
export function termInLocale({ translations }: Pick<Term, 'translations'>, locale: string): TermTranslation {
  return localeChain(locale)
    .toReversed()
    .map(tag => (Object.hasOwn(translations, tag) ? (translations[tag] ?? {}) : {}))
    .reduce((base, own) => ({ ...base, ...own }), {})
}
