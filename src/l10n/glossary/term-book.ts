import { localeChain } from '../locales/fallback-chain.ts'
import { findWordSpans, type ParsedMessage } from '../message/parsed-text.ts'
import { findInflected, listForbiddenForms, listInflections } from './inflections.ts'
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

interface BookOptions {
  /** Equal for all books of the same terms and source locale. */
  readonly id?: string | undefined
  readonly sourceLocale?: string | undefined
}

/** The terms of a project, indexed on first use, or earlier in steps. It can be cached: searching adds the forms of a language at most. */
export class TermBook {
  readonly terms: readonly TermWithLevels[]
  /** Equal for all books of the same terms. */
  readonly id: string | undefined
  /** The locale of the source strings, whose plural and case forms are found, too; undefined = terms are found as they are. */
  readonly sourceLocale: string | undefined
  #inSource: PhraseIndex<TermPhrase> | undefined
  #anywhere: PhraseIndex<TermPhrase> | undefined
  /** By language; only languages with rules for forms. */
  readonly #forms = new Map<string, PhraseIndex<TermPhrase>>()

  constructor(terms: readonly TermWithLevels[], { id, sourceLocale }: BookOptions = {}) {
    this.terms = terms
    this.id = id
    this.sourceLocale = sourceLocale
  }

  /** All terms, with their variants and forms, as they occur in source strings. */
  get sourcePhrases(): PhraseIndex<TermPhrase> {
    this.#inSource ??= new PhraseIndex(this.#listSourcePhrases())
    return this.#inSource
  }

  /** Phrases searched in all translations: forbidden terms, and names that can contain one. */
  get targetPhrases(): PhraseIndex<TermPhrase> {
    this.#anywhere ??= new PhraseIndex(this.terms.filter(isAnywhere).map(term => toPhrase(term)))
    return this.#anywhere
  }

  /** The plural and case forms of forbidden terms in translations of a locale; undefined for languages without rules. A form that is a right word is not forbidden. */
  forbiddenFormsIn(locale: string): PhraseIndex<TermPhrase> | undefined {
    const language = findInflected(locale)
    if (language === undefined) return undefined
    const known = this.#forms.get(language)
    if (known !== undefined) return known
    const right = new Set(this.terms.flatMap(term => listRightWords(term, language)))
    const forms = new PhraseIndex(
      this.terms
        .filter(({ kind }) => kind === 'forbidden')
        .flatMap(term =>
          listForbiddenForms(term.term, language)
            .filter(form => !right.has(form.toLowerCase()))
            .map(form => toPhrase(term, form)),
        ),
    )
    this.#forms.set(language, forms)
    return forms
  }

  /** Indexes many terms in steps. */
  *buildIndex(): Generator<void, this> {
    const inSource = new PhraseIndex<TermPhrase>()
    const anywhere = new PhraseIndex<TermPhrase>()
    for (const term of this.terms) {
      if (isAnywhere(term)) anywhere.add(toPhrase(term))
      yield
    }
    for (const phrase of this.#listSourcePhrases()) {
      inSource.add(phrase)
      yield
    }
    this.#inSource = inSource
    this.#anywhere = anywhere
    return this
  }

  /** A form that is a term or variant itself belongs to that term. */
  *#listSourcePhrases(): Generator<TermPhrase> {
    const own = new Set<string>()
    for (const term of this.terms) {
      for (const text of [term.term, ...(term.source_variants ?? [])]) {
        own.add(text.toLowerCase())
        yield toPhrase(term, text)
      }
    }
    for (const term of this.terms) {
      for (const text of listSpelledForms(term, this.sourceLocale)) {
        if (!own.has(text.toLowerCase())) yield toPhrase(term, text)
      }
    }
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

/** The words that a term requires or allows in all locales of a language, in lower case. */
const listRightWords = ({ term, kind, translations }: TermWithLevels, language: string): readonly string[] => [
  ...(kind === 'forbidden' ? [] : [term.toLowerCase()]),
  ...Object.entries(translations)
    .filter(([locale]) => findInflected(locale) === language)
    .flatMap(([, { translation, variants = [] }]) =>
      translation === undefined ? variants : [translation, ...variants],
    )
    .map(word => word.toLowerCase()),
]

const toPhrase = (term: TermWithLevels, text = term.term): TermPhrase => ({
  text,
  caseSensitive: term.case_sensitive,
  term,
})

/** The plural and case forms of a term. */
export const listSpelledForms = ({ term }: Pick<Term, 'term'>, sourceLocale: string | undefined): readonly string[] =>
  sourceLocale === undefined ? [] : listInflections(term, sourceLocale)

/** A term in a locale: the locale's fields over those of its language. */
export function termInLocale({ translations }: Pick<Term, 'translations'>, locale: string): TermTranslation {
  return localeChain(locale)
    .toReversed()
    .map(tag => (Object.hasOwn(translations, tag) ? (translations[tag] ?? {}) : {}))
    .reduce((base, own) => ({ ...base, ...own }), {})
}
