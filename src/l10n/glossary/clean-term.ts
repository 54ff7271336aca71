import { AppError } from '../../errors.ts'
import { canonicalLocale } from '../locales.ts'
import type { Term, TermTranslation } from './term.ts'

/** Limits in characters. */
const MOST = { term: 200, text: 1000, word: 200, part_of_speech: 40 } as const
const MOST_WORDS = 50
const MOST_LOCALES = 200

/** What somebody says of a term: fields that are absent stay as they are, empty ones are taken away. */
export interface TermInput {
  readonly term: string
  readonly kind?: Term['kind'] | undefined
  readonly case_sensitive?: boolean | undefined
  readonly definition?: string | undefined
  readonly part_of_speech?: string | undefined
  readonly translations?: Term['translations'] | undefined
}

/** The term with what is given over what it was, fields in a fixed order, so that equal terms are equal as JSON. Adds what is wrong to `faults`. */
export function mergeTerm(before: Term | undefined, given: TermInput, faults: string[]): Term {
  const merged = {
    term: given.term.trim(),
    kind: given.kind ?? before?.kind ?? 'normal',
    case_sensitive: given.case_sensitive ?? before?.case_sensitive ?? false,
    definition: given.definition ?? before?.definition,
    part_of_speech: given.part_of_speech ?? before?.part_of_speech,
    translations: mergeTranslations(before?.translations ?? {}, given.translations ?? {}, given.term, faults),
  }
  checkTerm(merged, faults)
  return orderedTerm(merged)
}

/** The same term with its fields and locales in a fixed order, and nothing empty. */
export function orderedTerm({ term, kind, case_sensitive, definition, part_of_speech, translations }: Term): Term {
  const locales = Object.keys(translations).sort()
  const kept = locales.flatMap(locale => {
    const own = orderedTranslation(translations[locale] ?? {})
    return Object.keys(own).length === 0 ? [] : [[locale, own] as const]
  })
  return {
    term,
    kind,
    case_sensitive,
    ...(isTold(definition) && { definition }),
    ...(isTold(part_of_speech) && { part_of_speech }),
    translations: Object.fromEntries(kept),
  }
}

function orderedTranslation({ translation, variants, forbidden, note }: TermTranslation): TermTranslation {
  return {
    ...(isTold(translation) && { translation }),
    ...(isTold(variants) && { variants: [...new Set(variants)] }),
    ...(isTold(forbidden) && { forbidden: [...new Set(forbidden)] }),
    ...(isTold(note) && { note }),
  }
}

const isTold = <T extends string | readonly string[]>(value: T | undefined): value is T =>
  value !== undefined && value.length > 0

function mergeTranslations(
  before: Term['translations'],
  given: Term['translations'],
  term: string,
  faults: string[],
): Record<string, TermTranslation> {
  const merged: Record<string, TermTranslation> = { ...before }
  const seen = new Map<string, string>()
  for (const [tag, own] of Object.entries(given)) {
    const locale = canonicalOr(tag, term, faults)
    if (locale === undefined) continue
    const twin = seen.get(locale)
    if (twin !== undefined) faults.push(`${term} has translations for ${twin} and ${tag}, which are the same locale.`)
    seen.set(locale, tag)
    merged[locale] = { ...merged[locale], ...own }
  }
  return merged
}

function canonicalOr(tag: string, term: string, faults: string[]): string | undefined {
  try {
    return canonicalLocale(tag)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    faults.push(`${term}: ${error.message} ${error.fix ?? ''}`.trim())
    return undefined
  }
}

function checkTerm({ term, definition = '', part_of_speech = '', translations, kind }: Term, faults: string[]): void {
  const shown = JSON.stringify(term.slice(0, 60))
  const check = (field: string, text: string, most: number): void => {
    const length = Array.from(text).length
    if (length > most) faults.push(`${field} of ${shown} has ${length} characters; ${most} are allowed.`)
  }
  if (term === '') faults.push('A term is empty.')
  check('term', term, MOST.term)
  check('definition', definition, MOST.text)
  check('part_of_speech', part_of_speech, MOST.part_of_speech)
  if (Object.keys(translations).length > MOST_LOCALES) faults.push(`${shown} has more than ${MOST_LOCALES} locales.`)
  for (const [locale, { translation = '', variants = [], forbidden = [], note = '' }] of Object.entries(translations)) {
    check(`note in ${locale}`, note, MOST.text)
    if (variants.length > MOST_WORDS || forbidden.length > MOST_WORDS) {
      faults.push(`${shown} has more than ${MOST_WORDS} variants or forbidden words in ${locale}.`)
    }
    for (const word of [translation, ...variants, ...forbidden]) check(`a word in ${locale}`, word, MOST.word)
    const right = [translation, ...variants, ...(kind === 'do_not_translate' ? [term] : [])].map(word =>
      word.toLowerCase(),
    )
    const both = forbidden.find(word => right.includes(word.toLowerCase()))
    if (both !== undefined) faults.push(`${shown} has ${both} in ${locale} both as right and as forbidden.`)
    if (kind === 'forbidden' && right.includes(term.toLowerCase())) {
      faults.push(`${shown} is forbidden and stands as its own translation in ${locale}.`)
    }
  }
}
