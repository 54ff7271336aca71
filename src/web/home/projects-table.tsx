import { DataTable } from '../components/data-table.tsx'
import { ProgressBar } from '../components/progress-bar.tsx'
import { formatCount } from '../format/count.ts'
import { projectPath } from '../layout/project-place.ts'
import type { ProjectProgress } from './project-progress.ts'

const COLUMNS = [{ heading: 'Project' }, { heading: 'Strings', kind: 'number' }, { heading: 'Translated' }] as const

/** Projects with the progress of their translations. */
export function ProjectsTable({ projects }: { readonly projects: readonly ProjectProgress[] }) {
  return (
    <DataTable label="Your projects" columns={COLUMNS} isStacked>
      {projects.map(({ project, sourceLocale, targetLocales, strings, translated, needsReview }) => (
        <tr key={project}>
          <th scope="row" class="plain">
            <a href={projectPath(project)}>{project}</a>
            <span class="hint">
              {sourceLocale} → {formatLocales(targetLocales)}
            </span>
          </th>
          <td class="number">
            {formatCount(strings)}
            <span class="unit"> {strings === 1 ? 'string' : 'strings'}</span>
          </td>
          <td class="fill">
            {strings === 0 ? (
              <span class="hint">No strings pushed yet</span>
            ) : (
              <ProgressBar
                done={translated.done}
                total={translated.total}
                label={`${project}: ${formatCount(translated.done)} of ${formatCount(translated.total)} translations done`}
              />
            )}
            {needsReview > 0 && <span class="hint">{formatCount(needsReview)} to review</span>}
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

/** Maximum locales to name: a longer list would need several lines. */
const MAX_NAMED_LOCALES = 8

function formatLocales(locales: readonly string[]): string {
  const more = locales.length - MAX_NAMED_LOCALES
  return more > 0 ? `${locales.slice(0, MAX_NAMED_LOCALES).join(', ')} and ${more} more` : locales.join(', ')
}
