import type { SignedIn } from '../../../auth/users/sessions.ts'
import { validateLines } from '../../forms/text-validation.ts'
import { t } from '../../i18n/t.ts'
import { loadProject } from '../../layout/load-project.ts'
import { sendPage } from '../../layout/send-page.tsx'
import { redirect } from '../../requests/redirect.ts'
import type { Route, Visit } from '../../requests/visit.ts'
import { withSession } from '../../sessions/require.ts'
import { batchPath } from '../paths.ts'
import { readBatch } from '../read-changes.ts'
import { previewRevert, revertBatch } from './revert.ts'
import { RevertPage } from './revert-page.tsx'

/** Shows what a revert of a batch would do, then reverts it. Both are forms, because the dry run is in the audit log. */
export const revertRoute: Route = {
  path: '/p/:account/:project/changes/:batch/revert',
  get: withSession(async (visit, signedIn) => {
    const project = await loadProject(visit, signedIn, 'changes')
    redirect(visit, batchPath(project, visit.params['batch'] ?? ''))
  }),
  post: withSession(async (visit, signedIn) => {
    if (visit.form.get('action') !== 'revert') return sendPreview(visit, signedIn, undefined)
    const project = await loadProject(visit, signedIn, 'changes')
    const { batch } = await readBatch(visit, signedIn, project)
    const note = readNote(visit)
    const fault = note === '' ? undefined : validateLines(note)
    if (fault !== undefined) return sendPreview(visit, signedIn, fault)
    const outcome = await revertBatch(visit, signedIn, project, { batch, note })
    if (outcome.batch === undefined) return sendPreview(visit, signedIn, undefined)
    redirect(visit, `${batchPath(project, outcome.batch)}?done=revert`)
  }),
}

const readNote = ({ form }: Visit): string => (form.get('note') ?? '').replaceAll('\r\n', '\n').trim()

async function sendPreview(visit: Visit, signedIn: SignedIn, fault: string | undefined): Promise<void> {
  const project = await loadProject(visit, signedIn, 'changes')
  const batch = await readBatch(visit, signedIn, project)
  const outcome = await previewRevert(visit, signedIn, project, batch.batch)
  if (fault !== undefined) visit.noteError('invalid_input')
  const props = { visit, project, batch, outcome, note: readNote(visit), fault }
  sendPage(visit, {
    title: `${t('changes.revert.open')} · ${project.name}`,
    status: fault === undefined ? 200 : 400,
    project: project.place,
    body: <RevertPage {...props} />,
  })
}
