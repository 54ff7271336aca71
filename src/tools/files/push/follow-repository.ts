import { z } from 'zod'
import { diffFields } from '../../../auth/audit/events.ts'
import type { WriteContext } from '../../pipeline/call.ts'
import type { ProjectResource } from '../../pipeline/resources.ts'
import { changeProject } from '../../projects/changes/change-project.ts'
import { countHidden } from '../../projects/changes/count-hidden.ts'
import { Locale } from '../../schemas/locale.ts'
import type { Project } from '../../translations/records.ts'
import { toAuditPaths } from '../rules/approve.ts'
import { RuleInput } from '../rules/input.ts'

const Locales = z.array(Locale).max(200)

/** What a repository's `dragoman.json` says of its project. It takes effect with the push, or not at all. */
export const RepositoryInput = z.strictObject({
  add_locales: Locales.optional(),
  remove_locales: Locales.optional(),
  files: z.array(RuleInput).max(500).optional(),
  /** Whether `remove_locales` may name locales with translations. */
  confirm: z.boolean().default(false),
})

export const RepositoryChange = z.object({
  /** The fields of the project that change. */
  changed: z.array(z.string()),
  /** Locales that it loses, with the number of their translations. */
  hidden: z.array(z.object({ locale: z.string(), texts: z.number() })).optional(),
})

interface Followed {
  readonly project: Project
  readonly hasChanged: boolean
  /** Undefined if the call names no repository. */
  readonly answer: z.output<typeof RepositoryChange> | undefined
  readonly facts: ReturnType<typeof toAuditPaths>
  readonly changes: ReturnType<typeof diffFields>
}

const FIELDS = ['target_locales', 'files', 'fallbacks'] as const

/**
 * The project after a push that makes it follow the repository. Nothing is written.
 * @throws AppError `conflict` if it would hide translations and `confirm` is missing, except in a dry run; else as `changeProject`.
 */
export async function followRepository(
  { project, target }: ProjectResource,
  {
    repository,
    dry_run,
  }: { readonly repository?: z.output<typeof RepositoryInput> | undefined; readonly dry_run: boolean },
  call: WriteContext,
): Promise<Followed> {
  if (repository === undefined) return { project, hasChanged: false, answer: undefined, facts: {}, changes: undefined }
  const { project: changed, locales, paths } = await changeProject(project, repository, call, target)
  const hidden = await countHidden(
    project,
    locales.removed,
    {
      isConfirmed: repository.confirm || dry_run,
      subject: 'The push',
      field: 'repository.confirm',
      fix: dragoman =>
        `To hide them, run ${dragoman('push --prune --confirm')}; the translations are kept. To keep them, add the locales to target_locales of dragoman.json.`,
    },
    call.tx,
  )
  const fields = FIELDS.filter(field => JSON.stringify(project[field]) !== JSON.stringify(changed[field]))
  const hasChanged = fields.length > 0
  return {
    project: hasChanged ? changed : project,
    hasChanged,
    answer: { changed: fields, ...(hidden.length > 0 && { hidden }) },
    facts: toAuditPaths(paths),
    changes: diffFields(project, changed, fields),
  }
}
