import { z } from 'zod'
import { Pacer } from '../../../scheduling/pacer.ts'
import type { Reader } from '../../../store/store.ts'
import { decodeCursor, encodeCursor } from '../../../tools/pipeline/paging.ts'
import { listBranchFiles } from '../../../tools/projects/branches.ts'
import { getProject } from '../../../tools/projects/get-project.ts'
import { countMainWork } from '../../../tools/translations/branch-view.ts'
import { CopyBlock } from '../../components/copy-block.tsx'
import { DataTable, Paging } from '../../components/data-table.tsx'
import { MaybeLink } from '../../components/maybe-link.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { formatCount } from '../../format/numbers.ts'
import { Time } from '../../format/time.tsx'
import { t } from '../../i18n/t.ts'
import { type LoadedProject, loadProject } from '../../layout/load-project.ts'
import { projectTabPath } from '../../layout/project-place.ts'
import { sendPage } from '../../layout/send-page.tsx'
import { callTool, type Route, type SignedInRequest } from '../../requests/page-request.ts'
import { withSession } from '../../sessions/require.ts'
import { ALL_LOCALES } from '../../strings/list/filters.ts'

/** A source file on the page. */
interface FileView {
  readonly path: string
  readonly format: string
  readonly strings: number
  /** The path of its translations, with `{locale}`; undefined if a pull leaves it out. */
  readonly target: string | undefined
  readonly pushedAt: string
  /** Finished translations, out of one per string and locale; main branch only. */
  readonly done: { readonly count: number; readonly total: number } | undefined
}

interface FileList {
  readonly files: readonly FileView[]
  readonly next: string | undefined
}

/** Files of a page: fewer in a project of many locales, as each file costs some lookups for each locale. */
const MAX_FILES = 100
const MIN_FILES = 20
const MAX_COUNTS = 4000

const Targets = z.object({
  files: z.array(z.object({ path: z.string(), target: z.string().optional() })).default([]),
})

/** Some source files of the branch of the page, in the order of their paths. */
async function readFiles(request: SignedInRequest, project: LoadedProject): Promise<FileList> {
  const { read } = request.services.store
  const { record, branch, name } = project
  const input = { project: name }
  const { files: known } = await callTool(request, { tool: getProject, input, shape: Targets })
  const targets = new Map(known.map(({ path, target }) => [path, target]))
  const query = ['files of a page', record.id, branch]
  const cursor = request.query.get('cursor')
  const after = cursor === null ? undefined : decodeCursor(query, cursor)['after']
  const following = (await listBranchFiles(record, branch, read)).filter(
    ({ file }) => after === undefined || file.path > after,
  )
  const locales = record.target_locales
  const limit = Math.max(MIN_FILES, Math.min(MAX_FILES, Math.floor(MAX_COUNTS / Math.max(1, locales.length))))
  const pace = new Pacer()
  const files: FileView[] = []
  for (const { file, branchFile: listed } of following.slice(0, limit)) {
    const total = listed.items.length * locales.length
    files.push({
      path: file.path,
      format: file.format,
      strings: listed.items.length,
      target: targets.get(file.path),
      pushedAt: listed.pushed_at,
      done:
        branch === record.main_branch
          ? { count: Math.max(0, total - (await countLeft(file.id, locales, read, pace))), total }
          : undefined,
    })
  }
  const last = following.length > limit ? files.at(-1) : undefined
  return { files, next: last && encodeCursor(query, { after: last.path }) }
}

async function countLeft(file: string, locales: readonly string[], read: Reader, pace: Pacer): Promise<number> {
  let left = 0
  for (const locale of locales) {
    if (pace.shouldYield) await pace.yieldNow()
    left += (await countMainWork({ file }, locale, read)).left
  }
  return left
}

/** The source files of a project on a branch, with their target paths. */
export const filesRoute: Route = {
  path: '/p/:account/:project/files',
  get: withSession(async request => {
    const project = await loadProject(request, 'files')
    const list = await readFiles(request, project)
    sendPage(request, {
      title: t('files.page', { project: project.name }),
      project: project.place,
      body: <FilesPage project={project} list={list} />,
    })
  }),
}

interface FilesPageProps {
  readonly project: LoadedProject
  readonly list: FileList
}

/** The source files of a project: strings, progress and the paths of their translations. */
function FilesPage({ project, list: { files, next } }: FilesPageProps) {
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
              <FileRow key={file.path} file={file} project={project} />
            ))}
          </DataTable>
        </section>
      )}
      <Paging noun="files" next={next} />
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

function FileRow({ file, project }: { readonly file: FileView } & Pick<FilesPageProps, 'project'>) {
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
        <Time at={pushedAt} />
      </td>
    </tr>
  )
}
