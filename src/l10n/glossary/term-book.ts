import { localeChain } from '../locales/chain.ts'
import type { ParsedMessage } from '../message/parsed-text.ts'
import { findWordSpans } from '../message/word-spans.ts'
import { longestMatches, type Phrase, PhraseIndex } from './phrases.ts'
import { type Term, type TermTranslation, termKey } from './term.ts'

/** At which level a text is reported that breaks a rule about terms. */
export interface TermLevels {
  readonly do_not_translate: 'error' | 'warning'
  readonly forbidden_term: 'error' | 'warning'
}

/** A term under the policy of the glossary that it comes from. */
export interface TermWithLevels extends Term {
  readonly levels: TermLevels
}

export interface TermPhrase extends Phrase {
  readonly term: TermWithLevels
}

/** The terms of a project, indexed when the first text is looked at, or before in steps. It may be kept: looking at texts adds nothing to it. */
export class TermBook {
  readonly terms: readonly TermWithLevels[]
  /** The same for all books of the same terms. */
  readonly id: string | undefined
  #inSource: PhraseIndex<TermPhrase> | undefined
  #anywhere: PhraseIndex<TermPhrase> | undefined

  constructor(terms: readonly TermWithLevels[], id?: string) {
    this.terms = terms
    this.id = id
  }

  /** All terms, as they stand in sources. */
  get sourcePhrases(): PhraseIndex<TermPhrase> {
    this.#inSource ??= new PhraseIndex(this.terms.map(toPhrase))
    return this.#inSource
  }

  /** What translations are searched for whatever their source: forbidden terms, and the names that one may be a part of. */
  get targetPhrases(): PhraseIndex<TermPhrase> {
    this.#anywhere ??= new PhraseIndex(this.terms.filter(isAnywhere).map(toPhrase))
    return this.#anywhere
  }

  /** The steps of indexing, for many terms. */
  *buildIndex(): Generator<void, this> {
    const inSource = new PhraseIndex<TermPhrase>()
    const anywhere = new PhraseIndex<TermPhrase>()
    for (const term of this.terms) {
      const phrase = toPhrase(term)
      inSource.add(phrase)
      if (isAnywhere(term)) anywhere.add(phrase)
      yield
    }
    this.#inSource = inSource
    this.#anywhere = anywhere
    return this
  }

  /** The terms that a source holds outside placeholders, each once, in the order in which they come. */
  findIn(source: ParsedMessage): readonly TermWithLevels[] {
    const found = new Map<string, TermWithLevels>()
    for (const [, text] of source.texts) {
      for (const { text: words } of findWordSpans(text)) {
        for (const { phrase } of longestMatches(this.sourcePhrases.find(words))) {
          found.set(termKey(phrase.term), phrase.term)
        }
      }
    }
    return [...found.values()]
  }
}

const isAnywhere = ({ kind }: TermWithLevels): boolean => kind !== 'normal'

const toPhrase = (term: TermWithLevels): TermPhrase => ({ text: term.term, caseSensitive: term.case_sensitive, term })

/** What a term is in a locale: the locale's own fields over those of its language. */
export function termInLocale({ translations }: Pick<Term, 'translations'>, locale: string): TermTranslation {
  return localeChain(locale)
    .toReversed()
    .map(tag => (Object.hasOwn(translations, tag) ? (translations[tag] ?? {}) : {}))
    .reduce((base, own) => ({ ...base, ...own }), {})
}
