import type { SignedIn } from '../../auth/users/sessions.ts'
import { t } from '../i18n/t.ts'
import { type LoadedProject, loadProject } from '../layout/load-project.ts'
import { sendPage } from '../layout/send-page.tsx'
import type { Route, Visit } from '../requests/visit.ts'
import { withSession } from '../sessions/require.ts'
import { BatchPage } from './batch-page.tsx'
import { ChangesPage } from './changes-page.tsx'
import { readFilters } from './filters.ts'
import { findChanges, readBatch } from './read-changes.ts'
import { revertRoute } from './revert/revert-routes.tsx'
import { reviewBatchRoute } from './review/review-routes.tsx'
import { surveyBatch } from './survey.ts'
import { readSurveyQuery } from './survey-path.ts'
import type { BatchKind, BatchView } from './view.ts'
import { titleBatch } from './words.tsx'

const list: Route = {
  path: '/p/:account/:project/changes',
  get: withSession(async (visit, signedIn) => {
    const project = await loadProject(visit, signedIn, 'changes')
    const filters = readFilters(visit)
    const found = await findChanges(visit, signedIn, project, filters)
    if (found.fault !== undefined) visit.noteError('invalid_input')
    sendPage(visit, {
      title: `${t('changes.title')} · ${project.name}`,
      status: found.fault === undefined ? 200 : 400,
      project: project.place,
      body: <ChangesPage visit={visit} project={project} filters={filters} found={found} />,
    })
  }),
}

const show: Route = {
  path: '/p/:account/:project/changes/:batch',
  get: withSession(async (visit, signedIn) => {
    const project = await loadProject(visit, signedIn, 'changes')
    const batch = await readBatch(visit, signedIn, project)
    const query = readSurveyQuery(visit)
    const survey = await surveyBatch(visit, signedIn, project, { batch, query })
    const props = {
      mayRevert: survey.counts.all > 0 && (await mayRevert(visit, signedIn, project, batch)),
      mayReview: survey.counts.all > 0 && REVIEWABLE.includes(batch.kind) && project.withheld === undefined,
      done: visit.query.get('done') === 'revert' ? ('revert' as const) : undefined,
    }
    sendPage(visit, {
      title: `${titleBatch(batch)} · ${project.name}`,
      project: project.place,
      body: <BatchPage visit={visit} project={project} batch={batch} survey={survey} query={query} {...props} />,
    })
  }),
}

const REVIEWABLE: readonly BatchKind[] = ['submit', 'import', 'run', 'revert']

/** Whether the page offers a revert: to administrators, and to the user whose batch it is. The tool decides. */
async function mayRevert(
  { services }: Visit,
  signedIn: SignedIn,
  project: LoadedProject,
  batch: BatchView,
): Promise<boolean> {
  if (project.withheld !== undefined || batch.kind === 'push') return false
  if (project.adminWithheld === undefined) return true
  return (await services.store.read.batches.get(batch.batch))?.origin.user_id === signedIn.user.id
}

/** The pages of changes. */
export const CHANGE_ROUTES: readonly Route[] = [list, show, revertRoute, reviewBatchRoute]
