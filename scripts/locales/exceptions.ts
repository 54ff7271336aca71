/** Languages whose translation is under way: their missing messages are counted, and do not fail the check. */
export const INCOMPLETE: readonly string[] = ['de', 'es', 'ja', 'ar']

/** A finding that is right for the check, and wrong for this translation. */
export interface Exception {
  readonly locale: string
  readonly key: string
  /** The ID of the check. */
  readonly check: string
  readonly reason: string
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    locale: 'ja',
    key: 'runs.title.revise',
    check: 'glossary',
    reason: 'What a run revises, not a revision of a translation.',
  },
  {
    locale: 'ja',
    key: 'runs.title.revise_many',
    check: 'glossary',
    reason: 'What a run revises, not a revision of a translation.',
  },
  {
    locale: 'ja',
    key: 'strings.edit.by_branch',
    check: 'glossary',
    reason: 'A branch of an ICU message, not of a project.',
  },
  {
    locale: 'ja',
    key: 'strings.filters.finding.info',
    check: 'glossary',
    reason: 'The level of a finding, not a note.',
  },
  {
    locale: 'ja',
    key: 'strings.findings.level.info',
    check: 'glossary',
    reason: 'The level of a finding, not a note.',
  },
  { locale: 'ja', key: 'glossary.import.about', check: 'glossary', reason: 'The word stands in the name of a column.' },
  { locale: 'ja', key: 'review.start.file_hint', check: 'glossary', reason: 'The word stands in a path.' },
  { locale: 'ja', key: 'settings.paths.source_hint', check: 'glossary', reason: 'The word stands in a path.' },
  { locale: 'ja', key: 'settings.paths.target_hint', check: 'glossary', reason: 'The word stands in a path.' },
  { locale: 'ar', key: 'glossary.import.about', check: 'glossary', reason: 'The word stands in the name of a column.' },
  { locale: 'ar', key: 'review.start.file_hint', check: 'glossary', reason: 'The word stands in a path.' },
  { locale: 'ar', key: 'settings.paths.source_hint', check: 'glossary', reason: 'The word stands in a path.' },
  { locale: 'ar', key: 'settings.paths.target_hint', check: 'glossary', reason: 'The word stands in a path.' },
  {
    locale: 'ar',
    key: 'webhooks.secret.verify',
    check: 'glossary',
    reason: 'The word stands in the name of a standard.',
  },
  {
    locale: 'ar',
    key: 'strings.filters.finding.info',
    check: 'glossary',
    reason: 'The level of a finding, not a note.',
  },
]
