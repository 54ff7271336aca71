import { z } from 'zod'
import { LEVELS } from '../../l10n/checks/check.ts'
import type { Check } from '../../l10n/checks/define-check.ts'
import { CHECKS } from '../../l10n/checks/registry.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Reader } from '../../store/store.ts'
import { loadGlossary } from '../glossary/load.ts'
import { ofProject, readTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { getRecheckProgress } from '../recheck/requests.ts'
import { ProjectName } from '../schemas/fields.ts'
import type { Project } from '../translations/records.ts'

const CheckRow = z.object({
  id: z.string(),
  level: z.enum([...LEVELS, 'off']),
  /** The level without a setting of the project, if that is another. */
  default: z.enum(LEVELS).optional(),
  /** Whether no project can lower the level. */
  fixed: z.literal(true).optional(),
  finds: z.string(),
  why: z.string(),
  standard: z.string().optional(),
  /** Why it finds nothing in this project. */
  inactive: z.string().optional(),
  /** Translations with an open finding, in all locales of the main branch. */
  findings: z.number().int().optional(),
})

/** Describes every check as it applies to a project. */
export const findChecks = readTool({
  name: 'find_checks',
  title: 'Find checks',
  description:
    'Every check: what it finds and why, its level in this project, whether it applies, its open findings, and how to ignore one.',
  scope: 'project:read',
  toolset: 'advanced',
  rest: [ofProject('GET', '/checks')],
  input: z.object({ project: ProjectName }),
  output: z.object({
    checks: z.array(CheckRow),
    rechecking: z.number().optional(),
    ignore: z.string(),
    next: z.string(),
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (_input, { read, resource: { project } }) => {
    const owners = [project.account_id, project.id]
    const terms = await Promise.all(owners.map(owner => read.glossary_terms.count('owner', owner)))
    const { policy } = await loadGlossary(project.id, project.account_id, read)
    const levels: Readonly<Record<string, unknown>> = policy
    const hasTerms = terms.some(count => count > 0)
    const counts = await countFindings(project, read)
    const rechecking = await getRecheckProgress(project, read)
    return {
      checks: CHECKS.map(check => toCheckRow(check, { project, levels, hasTerms, found: counts.get(check.id) ?? 0 })),
      ...(rechecking !== undefined && { rechecking }),
      ignore:
        'annotate_entry with locale and ignore {finding, reason}. Agents can ignore warnings and infos; errors are ignored by users, on the page of the string. A finding counts again when the source or the translation changes, and a new one of the same check counts.',
      next:
        counts.size === 0
          ? 'No translation has an open finding.'
          : 'get_entries with finding lists the translations; update_project_policy sets levels.',
    }
  },
})

/** Checks that need terms of a glossary, whose policy sets their level. */
const TERM_CHECKS: ReadonlySet<string> = new Set(['do_not_translate', 'forbidden_term', 'glossary'])

interface CheckState {
  readonly project: Project
  /** Levels of the glossary's policy. */
  readonly levels: Readonly<Record<string, unknown>>
  readonly hasTerms: boolean
  readonly found: number
}

function toCheckRow(check: Check, { project, levels, hasTerms, found }: CheckState): z.infer<typeof CheckRow> {
  const { id, isFixed, finds, why, standard } = check
  const ofPolicy = LEVELS.find(level => level === levels[id])
  const usual = (TERM_CHECKS.has(id) ? ofPolicy : undefined) ?? check.level
  const set = project.settings.levels[id]
  const level = set ?? usual
  const inactive =
    level === 'off' ? 'Its level is off.' : TERM_CHECKS.has(id) && !hasTerms ? 'The glossary has no terms.' : undefined
  return {
    id,
    level,
    ...(level !== usual && { default: usual }),
    ...(isFixed === true && { fixed: true as const }),
    finds,
    why,
    ...(standard !== undefined && { standard }),
    ...(inactive !== undefined && { inactive }),
    ...(found > 0 && { findings: found }),
  }
}

/** Open findings by check, from the sizes of an index. */
async function countFindings(
  { id: projectId, target_locales }: Project,
  { translations }: Pick<Reader, 'translations'>,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const locale of target_locales) {
    const count = (name: string) => translations.count('finding', compoundKey(projectId, locale, name))
    if ((await count('any')) === 0) continue
    for (const { id } of CHECKS) {
      const found = await count(id)
      if (found > 0) counts.set(id, (counts.get(id) ?? 0) + found)
    }
  }
  return counts
}
