import { DataTable } from '../components/data-table.tsx'
import { MaybeLink } from '../components/maybe-link.tsx'
import { ProgressBar } from '../components/progress-bar.tsx'
import { unitListFormat } from '../i18n/formats.ts'
import { rich, t } from '../i18n/t.ts'
import { projectPath } from '../layout/project-place.ts'
import { ALL_LOCALES, listPath } from '../strings/list/filters.ts'
import type { ProjectProgress } from './project-progress.ts'

const listColumns = () =>
  [
    { heading: t('home.projects.columns.project') },
    { heading: t('home.projects.columns.strings'), kind: 'number' },
    { heading: t('home.projects.columns.translated') },
  ] as const

/** Projects with the progress of their translations. */
export function ProjectsTable({ projects }: { readonly projects: readonly ProjectProgress[] }) {
  return (
    <DataTable label={t('home.projects.label')} columns={listColumns()} isStacked>
      {projects.map(({ project, sourceLocale, targetLocales, strings, translated, needsReview }) => (
        <tr key={project}>
          <th scope="row" class="plain">
            <a href={projectPath(project)}>{project}</a>
            <span class="hint">
              {t('home.projects.locales', { source: sourceLocale, targets: formatLocales(targetLocales) })}
            </span>
          </th>
          <td class="number">
            <MaybeLink href={strings > 0 ? listPath(project, {}, undefined) : undefined}>
              {rich('home.projects.strings', { count: strings, unit: text => <span class="unit">{text}</span> })}
            </MaybeLink>
          </td>
          <td class="fill">
            {strings === 0 ? (
              <span class="hint">{t('home.projects.no_strings')}</span>
            ) : (
              <MaybeLink href={translated.done > 0 ? listPath(project, { work: 'done' }, ALL_LOCALES) : undefined}>
                <ProgressBar
                  done={translated.done}
                  total={translated.total}
                  label={t('home.projects.progress', { project, ...translated })}
                />
              </MaybeLink>
            )}
            {needsReview > 0 && (
              <span class="hint">
                <a href={listPath(project, { state: ['needs_review'] }, ALL_LOCALES)}>
                  {t('home.projects.to_review', { count: needsReview })}
                </a>
              </span>
            )}
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
  return more > 0
    ? t('home.projects.more_locales', { locales: unitListFormat().format(locales.slice(0, MAX_NAMED_LOCALES)), more })
    : unitListFormat().format(locales)
}
