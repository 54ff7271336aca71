import type { AppError } from '../../errors.ts'
import type { Finding } from '../../l10n/checks/check.ts'
import type { TargetEntry } from '../../l10n/formats/format.ts'
import { locateEntries } from '../../l10n/formats/locate-entries.ts'
import { formatById } from '../../l10n/formats/registry.ts'
import type { GateFinding } from './report.ts'
import { rootKeyOf, type TargetStrings } from './strings.ts'

/** The findings of one translation. */
export interface FoundInEntry {
  readonly entry: TargetEntry
  readonly findings: readonly Finding[]
}

/** Gives the findings of a target file their places. Infos are left out. */
export function toFindings(file: TargetStrings, found: readonly FoundInEntry[]): readonly GateFinding[] {
  const { source, locale, path, text } = file
  const kept = found.flatMap(({ entry, findings }) =>
    findings.flatMap(finding => (finding.level === 'info' ? [] : [{ entry, finding, level: finding.level }])),
  )
  if (kept.length === 0 || text === undefined) return []
  const places = locateEntries(
    { format: formatById(source.format), text, source: source.text, locale, rootKey: rootKeyOf(source) },
    [...new Set(kept.map(({ entry }) => entry))],
  )
  return kept.map(({ entry, finding, level }) => ({
    path,
    ...(places.get(entry.key) ?? START),
    locale,
    key: entry.key,
    check: finding.id,
    level,
    message: finding.message,
    ...(finding.fix !== undefined && { fix: finding.fix }),
  }))
}

const START = { line: 1, column: 1 }

/** ID of findings about a whole file. */
export const FILE_CHECK = 'file'

/** The finding of a file that cannot be read, or that a push refuses. */
export const toFileFinding = (path: string, error: AppError, locale?: string): GateFinding => ({
  path,
  ...(error.position ?? START),
  ...(locale !== undefined && { locale }),
  check: FILE_CHECK,
  level: 'error',
  message: error.message,
  ...(error.fix !== undefined && { fix: error.fix }),
})
