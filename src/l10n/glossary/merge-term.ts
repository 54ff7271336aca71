import { AppError } from '../../errors.ts'
import { echo } from '../../text/escape.ts'
import type { Faults } from '../faults.ts'
import { adviseTag, findLocale } from '../locales/find-locale.ts'
import type { Term, TermTranslation } from './term.ts'

/** Maximum UTF-8 bytes of a term in all its locales. */
const MAX_TERM_BYTES = 64 * 1024
/** Maximum UTF-8 bytes of all terms that one call changes, before and after together. */
export const MAX_CHANGED_BYTES = 16 * 1024 * 1024

function termBytes({ term, source_variants = [], definition = '', part_of_speech = '', translations }: Term): number {
  let bytes = Buffer.byteLength(term) + Buffer.byteLength(definition) + Buffer.byteLength(part_of_speech)
  for (const text of source_variants) bytes += Buffer.byteLength(text)
  for (const { translation = '', variants = [], forbidden = [], note = '' } of Object.values(translations)) {
    for (const text of [translation, ...variants, ...forbidden, note]) bytes += Buffer.byteLength(text)
  }
  return bytes
}

export const changeBytes = (
  changes: readonly { readonly before: Term | null; readonly after: Term | null }[],
): number => changes.flatMap(({ before, after }) => [before, after]).reduce((sum, term) => sum + bytesOr0(term), 0)

const bytesOr0 = (term: Term | null): number => (term === null ? 0 : termBytes(term))

/** Adds up the terms that one call changes. */
export class ChangeSizeLimit {
  #bytes = 0
  readonly #fix: string

  /** @param fix how to change fewer terms */
  constructor(fix: string) {
    this.#fix = fix
  }

  /** Subtracts a term that was added. */
  subtract(term: Term | null): void {
    this.#bytes -= bytesOr0(term)
  }

  /**
   * Adds terms.
   * @throws AppError `too_large` above the limit of one call.
   */
  add(...terms: readonly (Term | null)[]): void {
    for (const term of terms) this.#bytes += bytesOr0(term)
    if (this.#bytes <= MAX_CHANGED_BYTES) return
    throw new AppError(
      'too_large',
      `The changed terms have more than ${MAX_CHANGED_BYTES} bytes, before and after together. Nothing was written.`,
      { fix: this.#fix },
    )
  }
}

/** Limits in characters. */
const MAX = { term: 200, text: 1000, word: 200, part_of_speech: 40 } as const
const MAX_WORDS = 50
const MAX_LOCALES = 200

/** Changes to a term: absent fields stay unchanged, empty ones are cleared. */
export interface TermInput {
  readonly term: string
  readonly kind?: Term['kind'] | undefined
  readonly case_sensitive?: boolean | undefined
  readonly source_variants?: readonly string[] | undefined
  readonly definition?: string | undefined
  readonly part_of_speech?: string | undefined
  readonly translations?: Term['translations'] | undefined
}

/** Applies changes to a term, with fields in a fixed order, so that equal terms have equal JSON. Adds errors to `faults`. */
export function mergeTerm(before: Term | undefined, given: TermInput, faults: Faults): Term {
  const merged = {
    term: given.term.trim(),
    kind: given.kind ?? before?.kind ?? 'normal',
    case_sensitive: given.case_sensitive ?? before?.case_sensitive ?? false,
    source_variants: given.source_variants ?? before?.source_variants,
    definition: given.definition ?? before?.definition,
    part_of_speech: given.part_of_speech ?? before?.part_of_speech,
    translations: mergeTranslations(before?.translations ?? {}, given.translations ?? {}, given.term, faults),
  }
  checkTerm(merged, faults)
  const ordered = orderedTerm(merged)
  const bytes = termBytes(ordered)
  // A term that exceeded the limit before it existed may stay, or become smaller.
  if (bytes > MAX_TERM_BYTES && (before === undefined || bytes > termBytes(before))) {
    faults.add(
      `${echo(ordered.term)} would have ${bytes} bytes in all locales; the limit is ${MAX_TERM_BYTES}. Remove variants, forbidden words or locales, or clear some with [] and "".`,
    )
  }
  return ordered
}

/** The same term with its fields and locales in a fixed order, and nothing empty. */
export function orderedTerm(given: Term): Term {
  const { term, kind, case_sensitive, source_variants, definition, part_of_speech, translations } = given
  const locales = Object.keys(translations).sort()
  const kept = locales.flatMap(locale => {
    const own = orderedTranslation(translations[locale] ?? {})
    return Object.keys(own).length === 0 ? [] : [[locale, own] as const]
  })
  return {
    term,
    kind,
    case_sensitive,
    ...(isFilled(source_variants) && { source_variants: [...new Set(source_variants)] }),
    ...(isFilled(definition) && { definition }),
    ...(isFilled(part_of_speech) && { part_of_speech }),
    translations: Object.fromEntries(kept),
  }
}

function orderedTranslation({ translation, variants, forbidden, note }: TermTranslation): TermTranslation {
  return {
    ...(isFilled(translation) && { translation }),
    ...(isFilled(variants) && { variants: [...new Set(variants)] }),
    ...(isFilled(forbidden) && { forbidden: [...new Set(forbidden)] }),
    ...(isFilled(note) && { note }),
  }
}

const isFilled = <T extends string | readonly string[]>(value: T | undefined): value is T =>
  value !== undefined && value.length > 0

function mergeTranslations(
  before: Term['translations'],
  given: Term['translations'],
  term: string,
  faults: Faults,
): Record<string, TermTranslation> {
  const merged: Record<string, TermTranslation> = { ...before }
  const seen = new Map<string, string>()
  for (const [tag, own] of Object.entries(given)) {
    if (faults.isFull) break
    const locale = findLocale(tag)
    if (locale === undefined) {
      faults.addUnknown(suggests => {
        return `${echo(term)} has a translation for ${echo(JSON.stringify(tag))}: give ${adviseTag(tag, suggests)}.`
      })
      continue
    }
    const twin = seen.get(locale)
    if (twin !== undefined)
      faults.add(`${echo(term)} has translations for ${twin} and ${tag}, which are the same locale.`)
    seen.set(locale, tag)
    merged[locale] = { ...merged[locale], ...own }
  }
  return merged
}

function checkTerm(given: Term, faults: Faults): void {
  const { term, source_variants = [], definition = '', part_of_speech = '', translations, kind } = given
  const shown = JSON.stringify(term.slice(0, 60))
  const check = (field: string, text: string, most: number): void => {
    // A character has one or two units.
    const length = text.length <= most ? 0 : Array.from(text).length
    if (length > most) faults.add(`${field} of ${shown} has ${length} characters; the limit is ${most}.`)
  }
  if (term === '') faults.add('A term is empty.')
  check('term', term, MAX.term)
  check('definition', definition, MAX.text)
  if (source_variants.length > MAX_WORDS) faults.add(`${shown} has more than ${MAX_WORDS} source_variants.`)
  for (const word of source_variants) check('a source variant', word, MAX.word)
  check('part_of_speech', part_of_speech, MAX.part_of_speech)
  if (Object.keys(translations).length > MAX_LOCALES) faults.add(`${shown} has more than ${MAX_LOCALES} locales.`)
  for (const [locale, { translation = '', variants = [], forbidden = [], note = '' }] of Object.entries(translations)) {
    if (faults.isFull) return
    check(`note in ${locale}`, note, MAX.text)
    if (variants.length > MAX_WORDS || forbidden.length > MAX_WORDS) {
      faults.add(`${shown} has more than ${MAX_WORDS} variants or forbidden words in ${locale}.`)
    }
    for (const word of [translation, ...variants, ...forbidden]) check(`a word in ${locale}`, word, MAX.word)
    const right = [translation, ...variants, ...(kind === 'do_not_translate' ? [term] : [])].map(word =>
      word.toLowerCase(),
    )
    const both = forbidden.find(word => right.includes(word.toLowerCase()))
    if (both !== undefined) faults.add(`${shown} has ${echo(both)} in ${locale} both as allowed and as forbidden.`)
    if (kind === 'forbidden' && right.includes(term.toLowerCase())) {
      faults.add(`${shown} is forbidden, but is its own translation in ${locale}.`)
    }
  }
}
