import { loadProject } from '../../layout/load-project.ts'
import { sendPage } from '../../layout/send-page.tsx'
import type { Route } from '../../requests/visit.ts'
import { withSession } from '../../sessions/require.ts'
import { OverviewPage } from './overview-page.tsx'

/** The first page of a project: what is done, and what waits. */
export const overviewRoute: Route = {
  path: '/p/:account/:project',
  get: withSession(async (visit, signedIn) => {
    const project = await loadProject(visit, signedIn, 'overview')
    sendPage(visit, { title: project.name, project: project.place, body: <OverviewPage project={project} /> })
  }),
}
