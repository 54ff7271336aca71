import { TYPE } from '@formatjs/icu-messageformat-parser'
import { foldWords, listForbiddenForms, listStems } from '../../glossary/inflections.ts'
import { longestMatches, PhraseIndex } from '../../glossary/phrase-index.ts'
import { type TermTranslation, termKey } from '../../glossary/term.ts'
import {
  listSpelledForms,
  type TermBook,
  type TermPhrase,
  type TermWithLevels,
  termInLocale,
} from '../../glossary/term-book.ts'
import { getOrAdd } from '../../groups.ts'
import { type IcuAst, isChoice } from '../../message/icu.ts'
import { blankTokens, type ParsedMessage, type ParsedText } from '../../message/parsed-text.ts'
import type { CheckContext } from '../define-check.ts'
import { isExact, mergeForms, mergePiped } from '../occurrences/count-placeholders.ts'
import { addUp, mergeBranches, NOTHING, type Occurrences, Tally } from '../occurrences/tally.ts'
import { variantsOf } from '../reading/variants.ts'

/** A phrase that a translation must or must not contain. */
export interface ClassifiedPhrase extends TermPhrase {
  readonly banned: boolean
}

/** The required translations of the terms in a source string, in one locale. */
interface LocalePhrases {
  /** All spellings of the do-not-translate terms. */
  readonly names: PhraseIndex<TermPhrase>
  /** Forbidden words, and required words that may contain a forbidden one; undefined if nothing is forbidden. */
  readonly words: PhraseIndex<ClassifiedPhrase> | undefined
  /** The terms that have a translation, other than names. */
  readonly wordings: readonly Wording[]
}

/** A term with the stems of its translation and variants; any of them is enough. */
interface Wording {
  readonly term: TermWithLevels
  readonly translation: string
  /** Its forbidden words, folded. */
  readonly forbidden: readonly string[]
  readonly stems: readonly ReturnType<typeof listStems>[]
}

/** The glossary terms in a source string, found once for all its translations. */
export class SourceTerms {
  /** The do-not-translate terms. */
  readonly names: readonly TermWithLevels[]
  readonly #source: ParsedMessage
  readonly #book: TermBook
  readonly #terms: ReadonlySet<TermWithLevels>
  readonly #locales = new Map<string, LocalePhrases>()
  readonly #wanted = new Map<IcuAst | undefined, Occurrences>()

  constructor(source: ParsedMessage, book: TermBook) {
    this.#source = source
    this.#book = book
    this.#terms = new Set(book.findIn(source))
    this.names = [...this.#terms].filter(({ kind }) => kind === 'do_not_translate')
  }

  /** How often the terms occur in the source; `ast` is its parsed ICU message, if it is one. */
  countWantedNames(ast: IcuAst | undefined): Occurrences {
    return getOrAdd(this.#wanted, ast, () => countNames(this.#source, ast, this.#book.sourcePhrases))
  }

  inLocale(locale: string): LocalePhrases {
    return getOrAdd(this.#locales, locale, () => this.#listPhrases(locale))
  }

  #listPhrases(locale: string): LocalePhrases {
    const own = [...this.#terms].map(term => ({ term, own: termInLocale(term, locale) }))
    const isStrict = own.some(({ own: { forbidden = [] } }) => forbidden.length > 0)
    return {
      names: new PhraseIndex(this.names.flatMap(term => listSpellings(term, termInLocale(term, locale), this.#book))),
      wordings: own.flatMap(toWording),
      words: isStrict ? new PhraseIndex(own.flatMap(one => classifyPhrases(one, locale))) : undefined,
    }
  }
}

/** The terms of the glossary in the source; undefined if there is no glossary, or if the entry is not to be translated. */
export function findSourceTerms({ doNotTranslate, terms: book, source }: CheckContext): SourceTerms | undefined {
  if (book === undefined || doNotTranslate === true) return undefined
  return source.computeOnce(() => new SourceTerms(source, book), book)
}

export const getTargetAst = ({ icu }: CheckContext): IcuAst | undefined =>
  icu !== undefined && 'ast' in icu.target ? icu.target.ast : undefined

/** Counts terms in a message over all branches; `ast` is the parsed ICU message, if it is one. */
export function countNames(
  message: ParsedMessage,
  ast: IcuAst | undefined,
  index: PhraseIndex<TermPhrase>,
): Occurrences {
  return countInWords(message, ast, words => {
    const matches = longestMatches(index.find(words))
    if (matches.length === 0) return NOTHING
    const tally = new Tally()
    for (const { phrase, start } of matches) {
      if (phrase.term.kind === 'do_not_translate') tally.print(termKey(phrase.term), start, 'term')
    }
    return tally.occurrences
  })
}

/** A term can have its own spelling in a locale, such as in another script. */
function listSpellings(
  term: TermWithLevels,
  { translation, variants = [] }: TermTranslation,
  { sourceLocale }: TermBook,
): TermPhrase[] {
  const inSource = [term.term, ...(term.source_variants ?? []), ...listSpelledForms(term, sourceLocale)]
  const all = new Set([...inSource, ...(translation === undefined ? [] : [translation]), ...variants])
  return [...all].map(text => ({ text, caseSensitive: term.case_sensitive, open: true, term }))
}

interface OwnTerm {
  readonly term: TermWithLevels
  readonly own: TermTranslation
}

function toWording({ term, own: { translation, variants = [], forbidden = [] } }: OwnTerm): readonly Wording[] {
  if (term.kind !== 'normal' || translation === undefined) return []
  const stems = [translation, ...variants].map(listStems)
  return [{ term, translation, forbidden: forbidden.map(foldWords), stems }]
}

/** The forbidden words of a term in a locale with their plural and case forms, and allowed words that may contain one or be such a form. */
function classifyPhrases({ term, own }: OwnTerm, locale: string): ClassifiedPhrase[] {
  const { translation, variants = [], forbidden: wrong = [] } = own
  const right = [...(translation === undefined ? [] : [translation]), ...variants]
  const phrase = (text: string, banned: boolean) => ({ text, caseSensitive: term.case_sensitive, term, banned })
  const named = new Set([...right, ...wrong].map(text => text.toLowerCase()))
  const forms = wrong.flatMap(word => listForbiddenForms(word, locale)).filter(form => !named.has(form.toLowerCase()))
  return [...right.map(text => phrase(text, false)), ...[...wrong, ...new Set(forms)].map(text => phrase(text, true))]
}

/** Counts occurrences in a span of words. */
type Count = (words: string) => Occurrences

/** Counts in the words of a message, outside placeholders, over all branches; `ast` is the parsed ICU message, if it is one. */
function countInWords(message: ParsedMessage, ast: IcuAst | undefined, count: Count): Occurrences {
  const { single, locale } = message
  if (single === undefined) return mergeForms(message, text => countInText(text, count))
  if (ast === undefined) return countInText(single, count)
  return countInIcu(ast, blankTokens(single.text, single.markup), locale, count)
}

function countInText(parsed: ParsedText, count: Count): Occurrences {
  const variants = hasForms(parsed) ? variantsOf(parsed) : [blankTokens(parsed.text, parsed.tokens)]
  return mergePiped(variants.map(count))
}

/** Whether plural forms inside a text are counted one by one. */
const hasForms = ({ syntax }: ParsedText): boolean => ['vue-i18n', 'banana', 'java'].includes(syntax)

const countInIcu = (ast: IcuAst, words: string, locale: string, count: Count): Occurrences =>
  addUp(
    ...ast.map(element => {
      const { type, location } = element
      if (type === TYPE.literal) return count(words.slice(location?.start.offset ?? 0, location?.end.offset))
      if (type === TYPE.tag) return countInIcu(element.children, words, locale, count)
      if (!isChoice(element)) return NOTHING
      const branches = Object.entries(element.options).map(([selector, { value }]) => ({
        of: countInIcu(value, words, locale, count),
        exact: element.type === TYPE.plural && isExact(selector, locale),
      }))
      return mergeBranches(branches)
    }),
  )
