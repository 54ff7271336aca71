import { localeChain } from '../locale-chain.ts'
import type { ParsedMessage } from '../parsed-text.ts'
import { wordPieces } from '../words-only.ts'
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

/** The terms of a project, indexed when the first text is looked at, or before in steps. It may be kept: looking at texts adds nothing to it. */
export class TermBook {
  readonly terms: readonly RuledTerm[]
  /** The same for all books of the same terms. */
  readonly id: string | undefined
  #inSource: PhraseIndex<TermPhrase> | undefined
  #anywhere: PhraseIndex<TermPhrase> | undefined

  constructor(terms: readonly RuledTerm[], id?: string) {
    this.terms = terms
    this.id = id
  }

  /** All terms, as they stand in sources. */
  get inSource(): PhraseIndex<TermPhrase> {
    this.#inSource ??= new PhraseIndex(this.terms.map(phraseOf))
    return this.#inSource
  }

  /** What translations are searched for whatever their source: forbidden terms, and the names that one may be a part of. */
  get anywhere(): PhraseIndex<TermPhrase> {
    this.#anywhere ??= new PhraseIndex(this.terms.filter(isAnywhere).map(phraseOf))
    return this.#anywhere
  }

  /** The steps of indexing, for many terms. */
  *index(): Generator<void, this> {
    const inSource = new PhraseIndex<TermPhrase>()
    const anywhere = new PhraseIndex<TermPhrase>()
    for (const term of this.terms) {
      const phrase = phraseOf(term)
      inSource.add(phrase)
      if (isAnywhere(term)) anywhere.add(phrase)
      yield
    }
    this.#inSource = inSource
    this.#anywhere = anywhere
    return this
  }

  /** The terms that a source holds outside placeholders, each once, in the order in which they come. */
  termsIn(source: ParsedMessage): readonly RuledTerm[] {
    const found = new Map<string, RuledTerm>()
    for (const [, text] of source.texts) {
      for (const { text: words } of wordPieces(text)) {
        for (const { phrase } of longestMatches(this.inSource.find(words))) {
          found.set(termKey(phrase.term), phrase.term)
        }
      }
    }
    return [...found.values()]
  }
}

const isAnywhere = ({ kind }: RuledTerm): boolean => kind !== 'normal'

const phraseOf = (term: RuledTerm): TermPhrase => ({ text: term.term, caseSensitive: term.case_sensitive, term })

/** What a term is in a locale: the locale's own fields over those of its language. */
export function termInLocale({ translations }: Pick<Term, 'translations'>, locale: string): TermTranslation {
  return localeChain(locale)
    .toReversed()
    .map(tag => (Object.hasOwn(translations, tag) ? (translations[tag] ?? {}) : {}))
    .reduce((base, own) => ({ ...base, ...own }), {})
}
