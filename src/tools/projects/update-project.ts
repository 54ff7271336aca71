import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import { toAuditPaths } from '../files/rules/approve.ts'
import { RuleInput } from '../files/rules/input.ts'
import { ofProject, writeTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { requestRecheck } from '../recheck/requests.ts'
import { Line, ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { BranchName } from './branches.ts'
import type { LocaleChange } from './change-locales.ts'
import { changeProject } from './changes/change-project.ts'
import { countHidden } from './changes/count-hidden.ts'
import { parseFallbacks } from './fallbacks.ts'
import { countLocale } from './locale-counts.ts'
import { ProjectSummary, toProjectSummary } from './summary.ts'

type Project = Frozen<ProjectRecord>

const Locales = z.array(Locale).min(1).max(200)

const Input = z.object({
  project: ProjectName,
  name: Line.optional(),
  source_locale: Locale.optional(),
  target_locales: Locales.optional().describe('Full list'),
  add_locales: Locales.optional(),
  remove_locales: Locales.optional(),
  /** Whether removed locales may have translations, which are hidden. */
  confirm: z.boolean().optional(),
  files: z.array(RuleInput).min(1).max(100).optional(),
  fallbacks: z.record(z.string(), z.string()).optional(),
  main_branch: BranchName.optional(),
  allow_private_locale: z.boolean().optional(),
  dry_run: z.boolean().default(false),
})

const FIELDS = ['name', 'source_locale', 'target_locales', 'files', 'fallbacks', 'main_branch'] as const

const CHANGE_FIELDS = [...FIELDS, 'add_locales', 'remove_locales'] as const

/**
 * Changes the name, locales or file rules of a project. Translations of a removed locale are kept but hidden, and shown again when the locale is added back.
 * A new source locale is the language of the existing source files; entries stay until files are pushed.
 */
export const updateProject = writeTool({
  name: 'update_project',
  title: 'Update project',
  pastTense: 'Updated project',
  description: 'Change name, locales or file rules; files replaces rules by source. Hiding translations needs confirm.',
  scope: 'project:write',
  toolset: 'core',
  hints: { destructive: false, idempotent: true },
  changes: { fields: CHANGE_FIELDS, fix: `Give one of ${CHANGE_FIELDS.join(', ')}.` },
  grows: true,
  rest: [ofProject('PATCH', '')],
  input: Input,
  output: ProjectSummary.extend({
    dry_run: z.boolean().optional(),
    /** The fields that changed. */
    changed: z.array(z.string()),
    hidden: z.array(z.object({ locale: z.string(), texts: z.number() })).optional(),
    added: z
      .array(z.object({ locale: z.string(), left: z.number(), words_left: z.number(), texts: z.number() }))
      .optional(),
    next: z.string(),
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, call) => {
    const { tx, audit, skipAudit } = call
    const { project, account, name, target } = call.resource
    const { locales, paths, project: moved } = await changeProject(project, input, call, target)
    const changed = { ...moved, ...parseSettings(project, locales, input) }
    const fields = FIELDS.filter(field => JSON.stringify(changed[field]) !== JSON.stringify(project[field]))
    const hidden = await countHidden(
      project,
      locales.removed,
      {
        isConfirmed: input.confirm === true || input.dry_run,
        subject: 'The call',
        field: 'confirm',
        fix: 'To hide them, repeat the call with confirm: true; the translations are kept. To keep them, do not remove the locales.',
      },
      tx,
    )
    const added = await Promise.all(locales.added.map(locale => countLocale(project, locale, tx)))
    if (!input.dry_run && fields.length > 0) await tx.projects.put(changed)
    // Checks compare with the fallbacks, and use their terms.
    if (!input.dry_run && (fields.includes('source_locale') || fields.includes('fallbacks'))) {
      await requestRecheck({ owner: 'project', owner_id: project.id }, { kind: 'all' }, tx, call.services)
    }
    const changes = input.dry_run ? undefined : diffFields(project, changed, fields)
    if (fields.length === 0) skipAudit()
    else audit(name, { ...(input.dry_run && { dry_run: true }), ...toAuditPaths(paths) }, changes)
    return {
      ...(input.dry_run && { dry_run: true }),
      ...toProjectSummary(changed, account),
      changed: [...fields],
      ...(hidden.length > 0 && { hidden }),
      ...(added.length > 0 && { added: [...added] }),
      next: formatNextStep(input.dry_run, project, locales),
    }
  },
})

const parseSettings = (
  project: Project,
  { source, targets }: LocaleChange,
  { name, fallbacks, main_branch: main }: z.output<typeof Input>,
): Partial<Project> => ({
  ...(name !== undefined && { name }),
  ...(fallbacks !== undefined && { fallbacks: parseFallbacks(fallbacks, { source, targets }) }),
  ...(main !== undefined && { main_branch: validateMainBranch(project, main) }),
})

/** Entries follow the main branch, so it can only change before the first push. */
function validateMainBranch(project: Project, name: string): string {
  if (name === project.main_branch || project.branches.length === 0) return name
  throw new AppError('conflict', `main_branch cannot change from ${project.main_branch} after the first push.`, {
    fix: `Keep ${project.main_branch}, or create a new project and set main_branch before the first push.`,
  })
}

function formatNextStep(dryRun: boolean, project: Project, { source, added }: LocaleChange): string {
  if (dryRun) return 'Nothing was written. Repeat without dry_run.'
  if (source !== project.source_locale) return `Push the ${source} source files with push_source.`
  return added.length > 0
    ? `Call get_work with locale ${added[0]}.`
    : 'Call get_project for settings, get_status for progress.'
}
