import { countBranchFiles } from '../../../tools/projects/branches.ts'
import { loadProject } from '../../layout/load-project.ts'
import { sendPage } from '../../layout/send-page.tsx'
import type { Route } from '../../requests/visit.ts'
import { withSession } from '../../sessions/require.ts'
import { OverviewPage } from './overview-page.tsx'
import { readOverview } from './read-overview.ts'

/** The first page of a project: what is done, and what waits. */
export const overviewRoute: Route = {
  path: '/p/:account/:project',
  get: withSession(async (visit, signedIn) => {
    const project = await loadProject(visit, signedIn, 'overview')
    const overview = await readOverview(visit, signedIn, project)
    const files = await countBranchFiles(project.record, project.branch, visit.services.store.read)
    sendPage(visit, {
      title: project.name,
      project: project.place,
      body: <OverviewPage visit={visit} project={project} overview={overview} files={files} />,
    })
  }),
}
