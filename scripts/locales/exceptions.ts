/** Languages whose translation is under way: their missing messages are counted, and do not fail the check. */
export const INCOMPLETE: readonly string[] = []

/** A finding that is right for the check, and wrong for this translation. */
export interface Exception {
  readonly locale: string
  readonly key: string
  /** The ID of the check. */
  readonly check: string
  readonly reason: string
}

type Group = Omit<Exception, 'key'> & { readonly keys: readonly string[] }

const GROUPS: readonly Group[] = [
  {
    locale: 'ja',
    check: 'glossary',
    reason: 'What a run revises, not a revision of a translation.',
    keys: ['runs.title.revise', 'runs.title.revise_many'],
  },
  {
    locale: 'ja',
    check: 'glossary',
    reason: 'A branch of an ICU message, not of a project.',
    keys: ['strings.edit.by_branch'],
  },
  {
    locale: 'ja',
    check: 'glossary',
    reason: 'The word stands in the name of a column.',
    keys: ['glossary.import.about'],
  },
  {
    locale: 'ja',
    check: 'glossary',
    reason: 'The word stands in a path.',
    keys: ['review.start.file_hint', 'settings.paths.source_hint', 'settings.paths.target_hint'],
  },
  {
    locale: 'ar',
    check: 'glossary',
    reason: 'The word stands in the name of a column.',
    keys: ['glossary.import.about'],
  },
  {
    locale: 'ar',
    check: 'glossary',
    reason: 'The word stands in a path.',
    keys: ['review.start.file_hint', 'settings.paths.source_hint', 'settings.paths.target_hint'],
  },
  {
    locale: 'ar',
    check: 'glossary',
    reason: 'The word stands in the name of a standard.',
    keys: ['webhooks.secret.verify'],
  },
  {
    locale: 'ar',
    check: 'glossary',
    reason: 'A branch of an ICU message, not of a project.',
    keys: ['strings.edit.by_branch'],
  },
  {
    locale: 'de',
    check: 'glossary',
    reason: 'A branch of an ICU message, not of a project.',
    keys: ['strings.edit.by_branch'],
  },
  {
    locale: 'es',
    check: 'glossary',
    reason: 'What a run revises, not a revision of a translation.',
    keys: ['runs.title.revise', 'runs.title.revise_many'],
  },
  {
    locale: 'es',
    check: 'glossary',
    reason: 'A branch of an ICU message, not of a project.',
    keys: ['strings.edit.by_branch'],
  },
  {
    locale: 'es',
    check: 'glossary',
    reason: 'A path, not the word.',
    keys: ['review.start.file_hint', 'settings.paths.source_hint', 'settings.paths.target_hint'],
  },
  {
    locale: 'de',
    check: 'glossary',
    reason: 'The word stands in Fluent code.',
    keys: ['findings.fixes.fluent_variants'],
  },
  {
    locale: 'es',
    check: 'glossary',
    reason: 'The word stands in Fluent code.',
    keys: ['findings.fixes.fluent_variants'],
  },
  {
    locale: 'ja',
    check: 'glossary',
    reason: 'The word stands in Fluent code.',
    keys: ['findings.fixes.fluent_variants'],
  },
  {
    locale: 'ar',
    check: 'glossary',
    reason: 'The word stands in Fluent code.',
    keys: ['findings.fixes.fluent_variants'],
  },
]

export const EXCEPTIONS: readonly Exception[] = GROUPS.flatMap(({ keys, ...rest }) =>
  keys.map(key => ({ ...rest, key })),
)
