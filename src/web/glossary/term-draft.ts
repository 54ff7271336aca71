import { TERM_KINDS, type Term } from '../../l10n/glossary/term.ts'
import { canonicalLocales } from '../../tools/schemas/locale.ts'
import { t } from '../i18n/t.ts'

/** The fields of one locale as typed: lists have an item in each line. */
export interface LocaleDraft {
  readonly translation: string
  readonly variants: string
  readonly forbidden: string
  readonly note: string
}

const LOCALE_FIELDS = ['translation', 'variants', 'forbidden', 'note'] as const

export interface TermDraft {
  readonly term: string
  readonly kind: Term['kind']
  readonly isCaseSensitive: boolean
  readonly sourceVariants: string
  readonly definition: string
  readonly partOfSpeech: string
  readonly locales: Readonly<Record<string, LocaleDraft>>
}

const EMPTY_LOCALE: LocaleDraft = { translation: '', variants: '', forbidden: '', note: '' }

/** Most locales in a form. Those with words come first. */
const MAX_LOCALES = 24

/** The draft of a term, or of a new one, with a part for each locale. */
export function toDraft(term: Term | undefined, targets: readonly string[]): TermDraft {
  const own = term?.translations ?? {}
  const locales = [...new Set([...Object.keys(own), ...targets])].slice(
    0,
    Math.max(MAX_LOCALES, Object.keys(own).length),
  )
  return {
    term: term?.term ?? '',
    kind: term?.kind ?? 'normal',
    isCaseSensitive: term?.case_sensitive ?? false,
    sourceVariants: toLines(term?.source_variants),
    definition: term?.definition ?? '',
    partOfSpeech: term?.part_of_speech ?? '',
    locales: Object.fromEntries(
      locales.sort().map(tag => {
        const { translation = '', variants, forbidden, note = '' } = own[tag] ?? {}
        return [tag, { translation, variants: toLines(variants), forbidden: toLines(forbidden), note }]
      }),
    ),
  }
}

const toLines = (words: readonly string[] = []): string => words.join('\n')

export const localeField = (locale: string, field: keyof LocaleDraft): string => `${field}-${locale}`

/**
 * Reads a submitted form. It has the locales of the form that was sent.
 * @throws AppError `invalid_input` for a value that is no locale, which the form could not show again.
 */
export function readDraft(form: URLSearchParams): TermDraft {
  const read = (name: string): string => (form.get(name) ?? '').replaceAll('\r\n', '\n').trim()
  const tags = form.getAll('locale').slice(0, MAX_READ)
  canonicalLocales('locale', tags, { allowPrivate: true })
  return {
    term: read('term'),
    kind: TERM_KINDS.find(kind => kind === form.get('kind')) ?? 'normal',
    isCaseSensitive: form.has('case_sensitive'),
    sourceVariants: read('source_variants'),
    definition: read('definition'),
    partOfSpeech: read('part_of_speech'),
    locales: Object.fromEntries(
      tags.map(tag => {
        const of = (field: keyof LocaleDraft) => read(localeField(tag, field))
        return [
          tag,
          { translation: of('translation'), variants: of('variants'), forbidden: of('forbidden'), note: of('note') },
        ]
      }),
    ),
  }
}

/** A form has no more locales than a term. */
const MAX_READ = 200

const toWords = (lines: string): readonly string[] =>
  lines
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

/** The term as `save_glossary` takes it. Locales that were and stay empty are left out. */
export function toUpsert(draft: TermDraft, before: Term | undefined) {
  const locales = Object.entries(draft.locales).flatMap(([tag, own]) => {
    if (LOCALE_FIELDS.every(field => own[field] === '') && before?.translations[tag] === undefined) return []
    const { translation, note } = own
    return [[tag, { translation, variants: toWords(own.variants), forbidden: toWords(own.forbidden), note }] as const]
  })
  return {
    term: draft.term,
    kind: draft.kind,
    case_sensitive: draft.isCaseSensitive,
    source_variants: toWords(draft.sourceVariants),
    definition: draft.definition,
    part_of_speech: draft.partOfSpeech,
    ...(locales.length > 0 && { translations: Object.fromEntries(locales) }),
  }
}

/** The term that saving a draft would leave. */
export function toTerm(draft: TermDraft, before: Term): Term {
  const { translations = {}, ...fields } = toUpsert(draft, before)
  return { ...fields, translations: { ...before.translations, ...translations } }
}

export const isFilled = (own: LocaleDraft = EMPTY_LOCALE): boolean => LOCALE_FIELDS.some(field => own[field] !== '')

/** The fields of a term as lines of text, by their label, without empty ones. */
export function describeTerm(term: Term | null): ReadonlyMap<string, string> {
  if (term === null) return new Map()
  const lines: [string, string | undefined][] = [
    [t('glossary.form.kind'), term.kind === 'normal' ? undefined : t(`glossary.kinds.${term.kind}`)],
    [t('glossary.case'), term.case_sensitive ? t('glossary.yes') : undefined],
    [t('glossary.fields.definition'), term.definition],
    [t('glossary.fields.part_of_speech'), term.part_of_speech],
    [t('glossary.fields.source_variants'), term.source_variants?.join(' · ')],
    ...Object.entries(term.translations).flatMap(([locale, own]): [string, string | undefined][] => [
      [t('glossary.form.translation', { locale }), own.translation],
      [t('glossary.form.variants', { locale }), own.variants?.join(' · ')],
      [t('glossary.form.forbidden', { locale }), own.forbidden?.join(' · ')],
      [t('glossary.form.note', { locale }), own.note],
    ]),
  ]
  return new Map(lines.filter((line): line is [string, string] => line[1] !== undefined && line[1] !== ''))
}
