/** The state after an import, or after its dry run. */
export interface ImportEnd {
  readonly isDryRun: boolean
  /** Whether anything was written, or would be. */
  readonly hasChanges: boolean
  /** What to do about conflicts; empty without any. */
  readonly decision: string
  readonly imported: number
  /** Imported translations with an error. */
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
  const place = isDryRun ? 'in the file' : 'with submit_translations'
  return [
    ...(hasChanges && !isDryRun ? [] : ['Nothing was written.']),
    ...(decision === '' ? [] : [decision]),
    ...(faulty > 0 ? [`Translations with an error: ${faulty}; correct them ${place}.`] : []),
    ...(refused > 0
      ? [`Refused: ${refused}, with plural forms where the source has none, or without them; correct the file.`]
      : []),
    ...(isDryRun ? formatRepetition(end) : [formatWork(end)]),
  ].join(' ')
}

/** Never recommends to repeat a call that would be refused as a whole. */
function formatRepetition({ hasChanges, decision, imported, refused }: ImportEnd): readonly string[] {
  if (!hasChanges) return ['The import would change nothing.']
  if (imported === 0 && decision === '' && refused > 0) return []
  const others = decision === '' && refused === 0 ? '' : ' the others'
  return [`Repeat without dry_run to import${others}.`]
}

function formatWork({ left, decision, at }: ImportEnd): string {
  const [open] = Object.entries(left).find(([, count]) => count > 0) ?? []
  if (open !== undefined) return `For what is left, call get_work with locale ${open}${at}.`
  return decision === ''
    ? `Nothing is left to translate. Get the files with pull_translations${at}.`
    : 'Nothing else is left.'
}
