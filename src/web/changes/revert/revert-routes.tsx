import type { SignedIn } from '../../../auth/users/sessions.ts'
import { validateLines } from '../../forms/text-validation.ts'
import { t } from '../../i18n/t.ts'
import { loadProject } from '../../layout/load-project.ts'
import { sendPage } from '../../layout/send-page.tsx'
import type { PageRequest, Route } from '../../requests/page-request.ts'
import { redirect } from '../../requests/redirect.ts'
import { withSession } from '../../sessions/require.ts'
import { batchPath } from '../paths.ts'
import { readBatch } from '../read-changes.ts'
import { previewRevert, revertBatch } from './revert.ts'
import { RevertPage } from './revert-page.tsx'

/** Shows what a revert of a batch would do, then reverts it. Both are forms, because the dry run is in the audit log. */
export const revertRoute: Route = {
  path: '/p/:account/:project/changes/:batch/revert',
  get: withSession(async (request, signedIn) => {
    const project = await loadProject(request, signedIn, 'changes')
    redirect(request, batchPath(project, request.params['batch'] ?? ''))
  }),
  post: withSession(async (request, signedIn) => {
    if (request.form.get('action') !== 'revert') return sendPreview(request, signedIn, undefined)
    const project = await loadProject(request, signedIn, 'changes')
    const { batch } = await readBatch(request, signedIn, project)
    const note = readNote(request)
    const fault = note === '' ? undefined : validateLines(note)
    if (fault !== undefined) return sendPreview(request, signedIn, fault)
    const outcome = await revertBatch(request, signedIn, project, { batch, note })
    if (outcome.batch === undefined) return sendPreview(request, signedIn, undefined)
    redirect(request, `${batchPath(project, outcome.batch)}?done=revert`)
  }),
}

const readNote = ({ form }: PageRequest): string => (form.get('note') ?? '').replaceAll('\r\n', '\n').trim()

async function sendPreview(request: PageRequest, signedIn: SignedIn, fault: string | undefined): Promise<void> {
  const project = await loadProject(request, signedIn, 'changes')
  const batch = await readBatch(request, signedIn, project)
  const outcome = await previewRevert(request, signedIn, project, batch.batch)
  if (fault !== undefined) request.noteError('invalid_input')
  const props = { request, project, batch, outcome, note: readNote(request), fault }
  sendPage(request, {
    title: `${t('changes.revert.open')} · ${project.name}`,
    status: fault === undefined ? 200 : 400,
    project: project.place,
    body: <RevertPage {...props} />,
  })
}
