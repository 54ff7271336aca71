import type { SignedIn } from '../../auth/users/sessions.ts'
import { t } from '../i18n/t.ts'
import { type LoadedProject, loadProject } from '../layout/load-project.ts'
import { sendPage } from '../layout/send-page.tsx'
import type { PageRequest, Route } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { BatchPage } from './batch-page.tsx'
import { ChangesPage } from './changes-page.tsx'
import { readFilters } from './filters.ts'
import { findChanges, readBatch } from './read-changes.ts'
import { reviewBatchRoute } from './request-review/review-routes.tsx'
import { revertRoute } from './revert/revert-routes.tsx'
import { surveyBatch } from './survey.ts'
import { readSurveyQuery } from './survey-path.ts'
import type { BatchKind, BatchView } from './view.ts'
import { titleBatch } from './words.tsx'

const list: Route = {
  path: '/p/:account/:project/changes',
  get: withSession(async (request, signedIn) => {
    const project = await loadProject(request, signedIn, 'changes')
    const filters = readFilters(request)
    const found = await findChanges(request, signedIn, project, filters)
    if (found.fault !== undefined) request.noteError('invalid_input')
    sendPage(request, {
      title: `${t('changes.title')} · ${project.name}`,
      status: found.fault === undefined ? 200 : 400,
      project: project.place,
      body: <ChangesPage request={request} project={project} filters={filters} found={found} />,
    })
  }),
}

const show: Route = {
  path: '/p/:account/:project/changes/:batch',
  get: withSession(async (request, signedIn) => {
    const project = await loadProject(request, signedIn, 'changes')
    const batch = await readBatch(request, signedIn, project)
    const query = readSurveyQuery(request)
    const survey = await surveyBatch(request, signedIn, project, { batch, query })
    const props = {
      mayRevert: survey.counts.all > 0 && (await mayRevert(request, signedIn, project, batch)),
      mayReview: survey.counts.all > 0 && REVIEWABLE.includes(batch.kind) && project.withheld === undefined,
      done: request.query.get('done') === 'revert' ? ('revert' as const) : undefined,
    }
    sendPage(request, {
      title: `${titleBatch(batch)} · ${project.name}`,
      project: project.place,
      body: <BatchPage request={request} project={project} batch={batch} survey={survey} query={query} {...props} />,
    })
  }),
}

const REVIEWABLE: readonly BatchKind[] = ['submit', 'import', 'run', 'revert']

/** Whether the page offers a revert: to administrators, and to the user whose batch it is. The tool decides. */
async function mayRevert(
  { services }: PageRequest,
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
