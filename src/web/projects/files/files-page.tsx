import { CopyBlock } from '../../components/copy-block.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { MaybeLink } from '../../components/maybe-link.tsx'
import { Paging } from '../../components/paging.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { formatCount } from '../../format/count.ts'
import { Time } from '../../format/time.tsx'
import { t } from '../../i18n/t.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import { projectTabPath } from '../../layout/project-place.ts'
import type { PageRequest } from '../../requests/page-request.ts'
import { ALL_LOCALES } from '../../strings/list/filters.ts'
import type { FileList, FileView } from './read-files.ts'

interface FilesPageProps {
  readonly request: PageRequest
  readonly project: LoadedProject
  readonly list: FileList
  readonly now: Date
}

/** The source files of a project: strings, progress and the paths of their translations. */
export function FilesPage({ request, project, list: { files, next }, now }: FilesPageProps) {
  return (
    <div class="work">
      <div class="head">
        <h1>{t('files.title')}</h1>
      </div>
      {files.length === 0 ? (
        <section class="panel empty">
          <h2>{t('files.empty.title')}</h2>
          <p>{t('files.empty.why')}</p>
          <CopyBlock label={t('files.empty.label')} text={t('files.empty.prompt', { project: project.name })} />
        </section>
      ) : (
        <section class="panel">
          <DataTable label={t('files.title')} columns={listColumns()} isStacked>
            {files.map(file => (
              <FileRow key={file.path} file={file} project={project} now={now} />
            ))}
          </DataTable>
        </section>
      )}
      <Paging request={request} noun="files" next={next} />
    </div>
  )
}

const listColumns = () =>
  [
    { heading: t('files.columns.file') },
    { heading: t('files.columns.strings'), kind: 'number' },
    { heading: t('files.columns.translated') },
    { heading: t('files.columns.pushed'), kind: 'wide' },
  ] as const

function FileRow({ file, project, now }: { readonly file: FileView } & Pick<FilesPageProps, 'project' | 'now'>) {
  const { path, format, strings, target, pushedAt, done } = file
  const toList = (query: Readonly<Record<string, string>> = {}) =>
    projectTabPath(project.place, 'strings', { file: path, ...query })
  return (
    <tr>
      <th scope="row" class="plain">
        <a href={toList()}>
          <code>{path}</code>
        </a>
        <span class="hint">
          {format} · {target === undefined ? t('files.no_target') : <code>{target}</code>}
        </span>
      </th>
      <td class="number">
        <MaybeLink href={strings > 0 ? toList() : undefined}>
          {formatCount(strings)} <span class="unit">{t('files.unit', { count: strings })}</span>
        </MaybeLink>
      </td>
      <td class="fill">
        {done !== undefined && (
          <MaybeLink href={done.count > 0 ? toList({ locale: ALL_LOCALES, work: 'done' }) : undefined}>
            <ProgressBar
              done={done.count}
              total={done.total}
              label={t('files.progress', { file: path, done: done.count, total: done.total })}
            />
          </MaybeLink>
        )}
      </td>
      <td class="wide">
        <Time at={pushedAt} now={now} />
      </td>
    </tr>
  )
}
