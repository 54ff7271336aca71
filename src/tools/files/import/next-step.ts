/** The state after an import, or after its dry run. */
export interface ImportEnd {
  readonly isDryRun: boolean
  /** Whether anything was written, or would be. */
  readonly hasChanges: boolean
  /** What to do about conflicts; empty without any. */
  readonly decision: string
  /** Translations with an error. */
  readonly faulty: number
  /** Translations with another shape than their source. */
  readonly refused: number
  /** Strings to translate, by locale. */
  readonly left: Readonly<Record<string, number>>
  /** Suffix that keeps a next step on the branch. */
  readonly at: string
}

/** Returns what to do after an import: conflicts first, then errors, then what is left. */
export function nextAfterImport(end: ImportEnd): string {
  const { isDryRun, hasChanges, decision, faulty, refused } = end
  const written = hasChanges && !isDryRun ? [] : ['Nothing was written.']
  return [
    ...written,
    ...(decision === '' ? [] : [decision]),
    ...(faulty > 0 ? [`Translations with an error: ${faulty}; correct them with submit_translations.`] : []),
    ...(refused > 0
      ? [`Refused: ${refused}, with plural forms where the source has none, or without them; correct the file.`]
      : []),
    isDryRun ? formatRepetition(end) : formatWork(end),
  ].join(' ')
}

const formatRepetition = ({ hasChanges, decision }: ImportEnd): string => {
  if (!hasChanges) return 'The import would change nothing.'
  return decision === '' ? 'Repeat without dry_run to import.' : 'Repeat without dry_run to import the others.'
}

function formatWork({ left, at }: ImportEnd): string {
  const [open] = Object.entries(left).find(([, count]) => count > 0) ?? []
  return open === undefined
    ? `Nothing is left to translate. Get the files with pull_translations${at}.`
    : `For what is left, call get_work with locale ${open}${at}.`
}
