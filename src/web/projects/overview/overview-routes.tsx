import { countBranchFiles } from '../../../tools/projects/branches.ts'
import { tellCounts } from '../../changes/words.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { CopyBlock } from '../../components/copy-block.tsx'
import { Face } from '../../components/marks/face.tsx'
import { Panel } from '../../components/panel.tsx'
import { nameLocale } from '../../format/locale.ts'
import { Time } from '../../format/time.tsx'
import { unitListFormat } from '../../i18n/formats.ts'
import { rich, t } from '../../i18n/t.ts'
import { type LoadedProject, loadProject } from '../../layout/load-project.ts'
import { projectPath, projectTabPath } from '../../layout/project-place.ts'
import { sendPage } from '../../layout/send-page.tsx'
import { type PageRequest, type Route, useRequest } from '../../requests/page-request.ts'
import { withSession } from '../../sessions/require.ts'
import { LocalesPanel } from './locales-panel.tsx'
import { type Overview, type RecentBatch, readOverview } from './read-overview.ts'
import { listWaiting, WaitingPanel } from './waiting-panel.tsx'
import { WordsChart } from './words-chart.tsx'

/** The first page of a project: what is done, and what waits. */
export const overviewRoute: Route = {
  path: '/p/:account/:project',
  get: withSession(async request => {
    const project = await loadProject(request, 'overview')
    const overview = await readOverview(request, project)
    const files = await countBranchFiles(project.record, project.branch, request.services.store.read)
    sendPage(request, {
      title: project.name,
      project: project.place,
      body: <OverviewPage project={project} overview={overview} files={files} />,
    })
  }),
}

interface OverviewPageProps {
  readonly project: LoadedProject
  readonly overview: Overview
  readonly files: number
}

/** What is done in a project, and what waits. */
function OverviewPage(props: OverviewPageProps) {
  const { project, overview } = props
  const now = useRequest().services.now()
  const isEmpty = project.record.branches.length === 0
  return (
    <div class="work overview">
      <Head {...props} />
      {isEmpty ? (
        <NothingPushed {...props} />
      ) : (
        <>
          {overview.countedBranch !== project.branch && (
            <p class="hint">{t('overview.counted_branch', { branch: overview.countedBranch })}</p>
          )}
          <div class="with-side">
            <div>
              <LocalesPanel project={project} overview={overview} />
              {overview.batches.length > 0 && <BatchesPanel project={project} batches={overview.batches} />}
            </div>
            <div>
              <WaitingPanel items={listWaiting(project, overview)} canAct={project.withheld === undefined} />
              <WordsChart days={overview.days} now={now} />
            </div>
          </div>
        </>
      )}
    </div>
  )
}

function Head({ project, overview, files }: OverviewPageProps) {
  const { record, place, branch } = project
  const pushed = record.branches.find(({ name }) => name === branch)
  return (
    <div class="head">
      <div>
        <h1>
          <bdi>{record.name}</bdi>
        </h1>
        <p class="meta num">
          {pushed !== undefined && (
            <>
              <a href={projectTabPath(place, 'strings')}>{t('overview.strings', { count: place.strings })}</a>
              <a href={projectTabPath(place, 'files')}>{t('overview.files', { count: files })}</a>
              {branch === record.main_branch && <span>{t('overview.words_of_source', { count: overview.words })}</span>}
            </>
          )}
          <span>
            {rich('overview.source', {
              locale: nameLocale(record.source_locale),
              code: <bdi class="code">{record.source_locale}</bdi>,
            })}
          </span>
          {pushed !== undefined && (
            <span>
              {rich('overview.pushed', {
                when: <Time at={pushed.pushed_at} />,
                branch: <bdi class="mono">{branch}</bdi>,
              })}
            </span>
          )}
        </p>
      </div>
      {pushed !== undefined && project.withheld === undefined && (
        <details class="prompt" data-closes>
          <summary class="button">{t('overview.prompt.open')}</summary>
          <div class="prompt-body">
            <CopyBlock label={t('overview.prompt.label')} text={writePrompt(useRequest(), project)} lang="en" />
          </div>
        </details>
      )}
    </div>
  )
}

/** What a user tells an agent. English, as agents read it. */
const writePrompt = ({ services }: PageRequest, { name, record, branch }: LoadedProject): string =>
  [
    `Translate what is left in the Dragoman project ${name} (MCP server ${services.baseUrl}/mcp).`,
    branch === record.main_branch ? undefined : `Work on the branch ${branch}.`,
    'Call get_status, then get_work for each locale with words left, and submit_translations. Follow the voice, the glossary and the context of each packet.',
    'At the end, report the counts by locale and the page on which a person reviews them.',
  ]
    .filter(line => line !== undefined)
    .join('\n')

function NothingPushed({ project }: OverviewPageProps) {
  return (
    <section class="empty">
      <h2>{t('overview.empty.title')}</h2>
      {project.withheld === undefined ? (
        <>
          <p>{t('overview.empty.why')}</p>
          <CopyBlock
            label={t('overview.empty.agent')}
            text={`Push the source files of this repository to the Dragoman project ${project.name} with push_source (MCP server ${useRequest().services.baseUrl}/mcp), and set the target paths of their translations.`}
          />
          <ButtonLink href="/account/api" look="primary">
            {t('overview.empty.connect')}
          </ButtonLink>
        </>
      ) : (
        <p>{t('overview.empty.read_only')}</p>
      )}
    </section>
  )
}

interface BatchesPanelProps {
  readonly project: LoadedProject
  readonly batches: readonly RecentBatch[]
}

/** The last batches of changes. */
function BatchesPanel({ project, batches }: BatchesPanelProps) {
  return (
    <Panel
      id="batches-title"
      title={t('overview.batches.title')}
      class="batches"
      link={<a href={projectTabPath(project.place, 'changes')}>{t('overview.batches.all')}</a>}
    >
      <ul class="batch-rows">
        {batches.map(({ batch, at, kind, by, counts, note }) => (
          <li key={batch}>
            <a class="note" href={`${projectPath(project.name)}/changes/${batch}`}>
              <bdi>{note ?? t(`overview.batches.${kind}`)}</bdi>
            </a>
            <span class="author quiet">
              <Face name={by.person ?? by.kind} isAgent={by.kind !== 'human'} />
              <bdi>{describeAuthor(by)}</bdi>
            </span>
            <span class="counts quiet num">{unitListFormat().format(tellCounts({ kind, counts }))}</span>
            <span class="when quiet">
              <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function describeAuthor({ kind, person, client }: RecentBatch['by']): string {
  const isAgent = kind !== 'human'
  if (person === undefined) return isAgent ? t('overview.batches.agent') : t('overview.batches.user')
  return client === undefined || !isAgent ? person : t('overview.batches.via', { person, client })
}
