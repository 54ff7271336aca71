export const TERM_KINDS = ['normal', 'do_not_translate', 'forbidden'] as const

/** What a term is in one locale. */
export interface TermTranslation {
  readonly translation?: string | undefined
  /** Other spellings and forms that are right as well. */
  readonly variants?: readonly string[] | undefined
  /** Words that must not stand for it. */
  readonly forbidden?: readonly string[] | undefined
  readonly note?: string | undefined
}

export interface Term {
  readonly term: string
  readonly kind: (typeof TERM_KINDS)[number]
  readonly case_sensitive: boolean
  readonly definition?: string | undefined
  readonly part_of_speech?: string | undefined
  /** By locale. */
  readonly translations: Readonly<Record<string, TermTranslation>>
}

/** What makes two terms the same one: case does not tell them apart. */
export const termKey = ({ term }: Pick<Term, 'term'>): string => term.toLowerCase()
