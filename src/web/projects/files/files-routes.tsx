import { t } from '../../i18n/t.ts'
import { loadProject } from '../../layout/load-project.ts'
import { sendPage } from '../../layout/send-page.tsx'
import type { Route } from '../../requests/page-request.ts'
import { withSession } from '../../sessions/require.ts'
import { FilesPage } from './files-page.tsx'
import { readFiles } from './read-files.ts'

/** The source files of a project on a branch, with their target paths. */
export const filesRoute: Route = {
  path: '/p/:account/:project/files',
  get: withSession(async (request, signedIn) => {
    const project = await loadProject(request, signedIn, 'files')
    const list = await readFiles(request, signedIn, project)
    sendPage(request, {
      title: t('files.page', { project: project.name }),
      project: project.place,
      body: <FilesPage request={request} project={project} list={list} now={request.services.now()} />,
    })
  }),
}
