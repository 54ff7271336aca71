import { localeChain } from '../locales/chain.ts'
import type { ParsedMessage } from '../message/parsed-text.ts'
import { findWordSpans } from '../message/word-spans.ts'
import { longestMatches, type Phrase, PhraseIndex } from './phrase-index.ts'
import { type Term, type TermTranslation, termKey } from './term.ts'

/** The level of findings about terms. */
export interface TermLevels {
  readonly do_not_translate: 'error' | 'warning'
  readonly forbidden_term: 'error' | 'warning'
}

/** A term with the policy of its glossary. */
export interface TermWithLevels extends Term {
  readonly levels: TermLevels
}

export interface TermPhrase extends Phrase {
  readonly term: TermWithLevels
}

/** The terms of a project, indexed on first use, or earlier in steps. It can be cached: searching adds nothing to it. */
export class TermBook {
  readonly terms: readonly TermWithLevels[]
  /** Equal for all books of the same terms. */
  readonly id: string | undefined
  #inSource: PhraseIndex<TermPhrase> | undefined
  #anywhere: PhraseIndex<TermPhrase> | undefined

  constructor(terms: readonly TermWithLevels[], id?: string) {
    this.terms = terms
    this.id = id
  }

  /** All terms, as they occur in source strings. */
  get sourcePhrases(): PhraseIndex<TermPhrase> {
    this.#inSource ??= new PhraseIndex(this.terms.map(toPhrase))
    return this.#inSource
  }

  /** Phrases searched in all translations: forbidden terms, and names that can contain one. */
  get targetPhrases(): PhraseIndex<TermPhrase> {
    this.#anywhere ??= new PhraseIndex(this.terms.filter(isAnywhere).map(toPhrase))
    return this.#anywhere
  }

  /** Indexes many terms in steps. */
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

  /** The terms in a source string outside placeholders, each once, in order of occurrence. */
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

/** A term in a locale: the locale's fields over those of its language. */
export function termInLocale({ translations }: Pick<Term, 'translations'>, locale: string): TermTranslation {
  return localeChain(locale)
    .toReversed()
    .map(tag => (Object.hasOwn(translations, tag) ? (translations[tag] ?? {}) : {}))
    .reduce((base, own) => ({ ...base, ...own }), {})
}
