import { z } from 'zod'
import { formatById } from '../../../l10n/formats/registry.ts'
import { readFamilies } from '../../../l10n/message/families.ts'
import { quote } from '../../../text/quote.ts'
import type { FilePlan, PushDestination } from './file-plan.ts'
import { findFixedSyntax } from './plan/fixed-options.ts'

/**
 * How a pushed file is read. `dialect` is a variant of the format. `sure` is `set` if a user chose it, `certain` if the name or content
 * of the file proves it; a `guess` could be another syntax, or ordinary text.
 */
export const DetectedFile = z.object({
  path: z.string(),
  format: z.string(),
  dialect: z.string().optional(),
  syntax: z.string(),
  /** Families of placeholders. */
  families: z.array(z.string()).optional(),
  sure: z.object({ format: z.string(), syntax: z.string() }),
  /** Other formats that the file could have: a push with `format` decides. */
  could_be: z.array(z.string()).optional(),
})

/** Describes what a push detected in a file. */
export function describeDetected(plan: FilePlan, { project }: Pick<PushDestination, 'project'>): DetectedFile {
  const { path, format, options } = plan
  const dialect = findDialect(plan)
  const fixed = findFixedSyntax(options, project.settings)
  const { families = [], sure = 'guess' } = readFamilies(options) ?? {}
  const rivals = findRivals(plan)
  const isSet = fixed !== undefined || options['families_set'] !== undefined
  return {
    path,
    format,
    ...(dialect !== undefined && { dialect }),
    syntax: fixed ?? String(options['syntax'] ?? 'plain'),
    ...(families.length > 0 && { families: [...families] }),
    sure: {
      format: plan.isNamedFormat ? 'set' : rivals.length > 0 ? 'likely' : 'certain',
      syntax: isSet ? 'set' : sure,
    },
    ...(rivals.length > 0 && { could_be: [...rivals] }),
  }
}

/** Sentences about a new file whose format or placeholders are not certain. */
export function findDoubts(plan: FilePlan, to: Pick<PushDestination, 'project'>): readonly string[] {
  if (plan.file !== undefined) return []
  const { path, format, syntax, sure, could_be: rivals = [] } = describeDetected(plan, to)
  return [
    ...rivals.map(
      rival => `${quote(path)} is read as ${format}: if it is ${rival}, push it again with format: ${rival}.`,
    ),
    ...(sure.syntax === 'guess' && syntax !== 'plain'
      ? [
          `The syntax of ${quote(path)} is a guess (${syntax}): if it is wrong, push the file again with syntax or families.`,
        ]
      : []),
  ]
}

/** The other formats that a file could have, unless somebody chose its format. */
function findRivals({ path, format, isNamedFormat, items, options }: FilePlan): readonly string[] {
  return isNamedFormat ? [] : (formatById(format).rivals?.({ path, entries: items, options }) ?? [])
}

type DetectedFile = z.output<typeof DetectedFile>

function findDialect({ format, options }: FilePlan): string | undefined {
  if (options['shape'] !== undefined) return String(options['shape'])
  if (format !== 'json' && format !== 'i18next') return undefined
  const keys = options['separator'] === '' ? 'flat' : 'nested'
  return format === 'i18next' ? `v4 ${keys}` : keys
}
