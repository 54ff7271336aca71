import { z } from 'zod'
import { readFamilies } from '../../../l10n/message/families.ts'
import { quote } from '../../../text/quote.ts'
import type { FilePlan, PushDestination } from './file-plan.ts'
import { describeIdDoubt, mayMistakeIds } from './id-doubt.ts'
import { findFixedSyntax } from './plan/fixed-options.ts'

/**
 * How a pushed file is read. `dialect` is a variant of the format. `sure` is `set` if a user chose it; a `guess` could be another syntax, or ordinary text.
 */
export const DetectedFile = z.object({
  path: z.string(),
  format: z.string(),
  dialect: z.string().optional(),
  syntax: z.string(),
  /** Families of placeholders. */
  families: z.array(z.string()).optional(),
  sure: z.object({ format: z.string(), syntax: z.string() }),
})

/** Describes what a push detected in a file. */
export function describeDetected(plan: FilePlan, { project }: Pick<PushDestination, 'project'>): DetectedFile {
  const { path, format, options } = plan
  const dialect = findDialect(plan)
  const fixed = findFixedSyntax(options, project.settings)
  const { families = [], sure = 'guess' } = readFamilies(options) ?? {}
  const isSet = fixed !== undefined || options['families_set'] !== undefined
  return {
    path,
    format,
    ...(dialect !== undefined && { dialect }),
    syntax: fixed ?? String(options['syntax'] ?? 'plain'),
    ...(families.length > 0 && { families: [...families] }),
    sure: {
      format: plan.isNamedFormat ? 'set' : gradeFormat(plan),
      syntax: isSet ? 'set' : sure,
    },
  }
}

/** A sentence about the IDs or placeholders of a new file, if they are only a guess. */
export function findDoubt(plan: FilePlan, to: Pick<PushDestination, 'project'>): string | undefined {
  const { path, syntax, sure } = describeDetected(plan, to)
  const idDoubt = plan.file === undefined ? describeIdDoubt(plan) : undefined
  if (idDoubt !== undefined) return idDoubt
  if (plan.file !== undefined || sure.syntax !== 'guess' || syntax === 'plain') return undefined
  return `The syntax of ${quote(path)} is a guess (${syntax}): if it is wrong, push the file again with syntax or families.`
}

type DetectedFile = z.output<typeof DetectedFile>

function findDialect({ format, options }: FilePlan): string | undefined {
  if (options['shape'] !== undefined) return String(options['shape'])
  if (format !== 'json' && format !== 'i18next') return undefined
  const keys = options['separator'] === '' ? 'flat' : 'nested'
  return format === 'i18next' ? `v4 ${keys}` : keys
}

/** The extension is proof of a format, but plain JSON may have names that end like i18next's plural forms. */
function gradeFormat(plan: FilePlan): string {
  const { format, items } = plan
  if (mayMistakeIds(plan)) return 'likely'
  if (format !== 'i18next') return 'certain'
  const isProof = items.some(
    ({ value, tags }) =>
      tags?.includes('ordinal') === true ||
      (typeof value !== 'string' && Object.values(value).some(form => /\{\{-?\s*count\b/.test(form))),
  )
  return isProof ? 'certain' : 'likely'
}
