import { z } from 'zod'
import type { SignedIn } from '../../../auth/users/sessions.ts'
import { AppError } from '../../../errors.ts'
import { getProject } from '../../../tools/projects/get-project.ts'
import { attempt, type FormFailure } from '../../forms/attempt.ts'
import { t } from '../../i18n/t.ts'
import { loadProject } from '../../layout/load-project.ts'
import { sendPage } from '../../layout/send-page.tsx'
import { callTool } from '../../requests/call-tool.ts'
import { redirect } from '../../requests/redirect.ts'
import type { Route, Visit } from '../../requests/visit.ts'
import { pendingAction } from '../../sessions/pending-action.ts'
import { requireFreshSession, requireSession, withSession } from '../../sessions/require.ts'
import { isSetting, SETTING_CHANGES, type Setting } from './setting.ts'
import { ProjectSettings } from './settings-form.ts'
import { SettingsPage } from './settings-page.tsx'

/** The settings of a project: locales, target paths, policy, checks, deletion. Administrators change them, others read them. */
export const projectSettingsRoute: Route = {
  path: '/p/:account/:project/settings',
  get: withSession((visit, signedIn) => sendSettingsPage(visit, signedIn)),
  post: async visit => {
    const setting = visit.form.get('setting')
    if (!isSetting(setting)) {
      throw new AppError('invalid_input', t('settings.no_setting'), { fix: t('settings.no_setting_fix') })
    }
    const { account = '', project: slug = '' } = visit.params
    const name = `${account}/${slug}`
    const { tool, fields, input, dangerous } = SETTING_CHANGES[setting]
    const signedIn = dangerous === undefined ? requireSession(visit) : requireFreshSession(visit, dangerous(name))
    if (signedIn === undefined) return
    const why = await attempt(visit, fields, () =>
      callTool(visit, signedIn, { tool, input: { project: name, ...input(visit.form) }, shape: z.object({}) }),
    )
    if (why !== undefined) {
      const field = setting.endsWith('locale') && why.field === undefined ? 'locale' : why.field
      return sendSettingsPage(visit, signedIn, { setting, why: { ...why, field } })
    }
    redirect(visit, setting === 'delete' ? '/' : `/p/${name}/settings?${new URLSearchParams({ done: setting })}`)
  },
}

async function sendSettingsPage(
  visit: Visit,
  signedIn: SignedIn,
  failure?: { readonly setting: Setting; readonly why: FormFailure },
): Promise<void> {
  const project = await loadProject(visit, signedIn, 'settings')
  const settings = await callTool(visit, signedIn, {
    tool: getProject,
    input: { project: project.name },
    shape: ProjectSettings,
  })
  const done = visit.query.get('done')
  const flash = isSetting(done) && done !== 'delete' && failure === undefined ? t(`settings.done.${done}`) : undefined
  const left = failure === undefined ? pendingAction(visit)?.form : undefined
  sendPage(visit, {
    title: t(failure === undefined ? 'settings.page' : 'settings.page_error', { project: project.name }),
    status: failure?.why.status ?? 200,
    project: project.place,
    body: (
      <SettingsPage visit={visit} project={project} settings={settings} failure={failure} left={left} flash={flash} />
    ),
  })
}
