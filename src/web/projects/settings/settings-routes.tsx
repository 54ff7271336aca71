import { z } from 'zod'
import type { SignedIn } from '../../../auth/users/sessions.ts'
import { AppError } from '../../../errors.ts'
import { getProject } from '../../../tools/projects/get-project.ts'
import { attempt } from '../../forms/attempt.ts'
import { t } from '../../i18n/t.ts'
import { type LoadedProject, loadProject } from '../../layout/load-project.ts'
import { sendPage } from '../../layout/send-page.tsx'
import { callTool } from '../../requests/call-tool.ts'
import { redirect } from '../../requests/redirect.ts'
import type { Route, Visit } from '../../requests/visit.ts'
import { pendingAction } from '../../sessions/pending-action.ts'
import { requireFreshSession, requireSession, withSession } from '../../sessions/require.ts'
import { explainFault } from './explain-fault.ts'
import { isSetting, SETTING_CHANGES } from './setting.ts'
import { ProjectSettings, type SettingsProps } from './settings-form.ts'
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

type SettingFailure = NonNullable<SettingsProps['failure']>

/** Puts the words of the page in the place of the tool's where the page knows the fault. */
function explain(visit: Visit, project: LoadedProject, refused: SettingFailure): SettingFailure {
  const fault = explainFault(refused.setting, visit.form, project)
  return fault === undefined ? refused : { ...refused, why: { status: refused.why.status, ...fault } }
}

async function sendSettingsPage(visit: Visit, signedIn: SignedIn, refused?: SettingFailure): Promise<void> {
  const project = await loadProject(visit, signedIn, 'settings')
  const failure = refused && explain(visit, project, refused)
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
