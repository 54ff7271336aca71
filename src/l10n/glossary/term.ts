export const TERM_KINDS = ['normal', 'do_not_translate', 'forbidden'] as const

/** A term in one locale. */
export interface TermTranslation {
  readonly translation?: string | undefined
  /** Other allowed spellings and forms. */
  readonly variants?: readonly string[] | undefined
  /** Words that must not be used for it. */
  readonly forbidden?: readonly string[] | undefined
  readonly note?: string | undefined
}

export interface Term {
  readonly term: string
  readonly kind: (typeof TERM_KINDS)[number]
  readonly case_sensitive: boolean
  /** Other spellings and forms in source strings. */
  readonly source_variants?: readonly string[] | undefined
  readonly definition?: string | undefined
  readonly part_of_speech?: string | undefined
  /** By locale. */
  readonly translations: Readonly<Record<string, TermTranslation>>
}

/** The key of a term; case-insensitive. */
export const termKey = ({ term }: Pick<Term, 'term'>): string => term.toLowerCase()
