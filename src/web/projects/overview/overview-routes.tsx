import { countBranchFiles } from '../../../tools/projects/branches.ts'
import { loadProject } from '../../layout/load-project.ts'
import { sendPage } from '../../layout/send-page.tsx'
import type { Route } from '../../requests/page-request.ts'
import { withSession } from '../../sessions/require.ts'
import { OverviewPage } from './overview-page.tsx'
import { readOverview } from './read-overview.ts'

/** The first page of a project: what is done, and what waits. */
export const overviewRoute: Route = {
  path: '/p/:account/:project',
  get: withSession(async (request, signedIn) => {
    const project = await loadProject(request, signedIn, 'overview')
    const overview = await readOverview(request, signedIn, project)
    const files = await countBranchFiles(project.record, project.branch, request.services.store.read)
    sendPage(request, {
      title: project.name,
      project: project.place,
      body: <OverviewPage request={request} project={project} overview={overview} files={files} />,
    })
  }),
}
