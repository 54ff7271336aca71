import { z } from 'zod'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
export const ProjectSummary = z.object({
  project: z.string(),
  name: z.string(),
  source_locale: z.string(),
  target_locales: z.array(z.string()),
})
export type ProjectSummary = z.infer<typeof ProjectSummary>

export function toProjectSummary(project: Frozen<ProjectRecord>, account: Frozen<AccountRecord>): ProjectSummary {
  return {
    project: `${account.handle}/${project.slug}`,
    name: project.name,
    source_locale: project.source_locale,
    target_locales: [...project.target_locales],
  }
}
