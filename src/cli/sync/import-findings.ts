import { escapeInvisible } from '../../text/escape.ts'
import type { CliContext } from '../context.ts'
import { formatCount } from '../output/progress.ts'
import { countOf } from '../output/sentences.ts'
import type { FoundInImport, ImportResult } from './push-calls.ts'

const MAX_CONFLICTS = 20

interface Context extends Pick<CliContext, 'command'> {
  readonly dryRun: boolean
}

/** Lines such as `pl: 24 translations equal their source, 1 has an error (dragoman work pl --finding error).`, then the conflicts. */
export function describeImportFindings(
  { found, conflicts, conflictCount }: Pick<ImportResult, 'found' | 'conflicts' | 'conflictCount'>,
  { command, dryRun }: Context,
): readonly string[] {
  const named = conflicts.slice(0, MAX_CONFLICTS)
  const more = conflictCount - named.length
  return [
    ...[...found].map(([locale, counts]) => {
      // A dry run stores no findings.
      const level = counts.errors > 0 ? 'error' : 'warning'
      const next = dryRun ? '' : ` (${command(`work ${locale} --finding ${level}`)})`
      return `${escapeInvisible(locale)}: ${describeCounts(counts)}${next}.`
    }),
    ...(conflictCount > 0 ? [`${countOf(conflictCount, 'conflict')}:`] : []),
    ...named.map(({ locale, key }) => `  ${locale} ${escapeInvisible(key)} (${command(`open ${key}`)})`),
    ...(named.length > 0 && more > 0 ? [`  and ${formatCount(more)} more`] : []),
  ]
}

function describeCounts({ errors, same_as_source: copies, warnings }: FoundInImport): string {
  const parts = [
    ...(copies > 0 ? [[copies, copies === 1 ? 'equals its source' : 'equal their source'] as const] : []),
    ...(errors > 0 ? [[errors, errors === 1 ? 'has an error' : 'have errors'] as const] : []),
    ...(warnings > 0 ? [[warnings, warnings === 1 ? 'has warnings' : 'have warnings'] as const] : []),
  ]
  return parts
    .map(([count, what], at) => `${at === 0 ? countOf(count, 'translation') : formatCount(count)} ${what}`)
    .join(', ')
}
