import { z } from 'zod'
import type { SignedIn } from '../../../auth/users/sessions.ts'
import { AppError } from '../../../errors.ts'
import { getProject } from '../../../tools/projects/get-project.ts'
import { attempt } from '../../forms/attempt.ts'
import { t } from '../../i18n/t.ts'
import { type LoadedProject, loadProject } from '../../layout/load-project.ts'
import { sendPage } from '../../layout/send-page.tsx'
import { callTool } from '../../requests/call-tool.ts'
import type { PageRequest, Route } from '../../requests/page-request.ts'
import { redirect } from '../../requests/redirect.ts'
import { pendingAction } from '../../sessions/pending-action.ts'
import { requireFreshSession, requireSession, withSession } from '../../sessions/require.ts'
import { explainFault } from './explain-fault.ts'
import { isSetting, SETTING_CHANGES } from './setting.ts'
import { ProjectSettings, type SettingsProps } from './settings-form.ts'
import { SettingsPage } from './settings-page.tsx'

/** The settings of a project: locales, target paths, policy, checks, deletion. Administrators change them, others read them. */
export const projectSettingsRoute: Route = {
  path: '/p/:account/:project/settings',
  get: withSession((request, signedIn) => sendSettingsPage(request, signedIn)),
  post: async request => {
    const setting = request.form.get('setting')
    if (!isSetting(setting)) {
      throw new AppError('invalid_input', t('settings.no_setting'), { fix: t('settings.no_setting_fix') })
    }
    const { account = '', project: slug = '' } = request.params
    const name = `${account}/${slug}`
    const { tool, fields, input, dangerous } = SETTING_CHANGES[setting]
    const signedIn = dangerous === undefined ? requireSession(request) : requireFreshSession(request, dangerous(name))
    if (signedIn === undefined) return
    const why = await attempt(request, fields, () =>
      callTool(request, signedIn, { tool, input: { project: name, ...input(request.form) }, shape: z.object({}) }),
    )
    if (why !== undefined) {
      const field = setting.endsWith('locale') && why.field === undefined ? 'locale' : why.field
      return sendSettingsPage(request, signedIn, { setting, why: { ...why, field } })
    }
    redirect(request, setting === 'delete' ? '/' : `/p/${name}/settings?${new URLSearchParams({ done: setting })}`)
  },
}

type SettingFailure = NonNullable<SettingsProps['failure']>

/** Puts the words of the page in the place of the tool's where the page knows the fault. */
function explain(request: PageRequest, project: LoadedProject, refused: SettingFailure): SettingFailure {
  const fault = explainFault(refused.setting, request.form, project)
  return fault === undefined ? refused : { ...refused, why: { status: refused.why.status, ...fault } }
}

async function sendSettingsPage(request: PageRequest, signedIn: SignedIn, refused?: SettingFailure): Promise<void> {
  const project = await loadProject(request, signedIn, 'settings')
  const failure = refused && explain(request, project, refused)
  const settings = await callTool(request, signedIn, {
    tool: getProject,
    input: { project: project.name },
    shape: ProjectSettings,
  })
  const done = request.query.get('done')
  const flash = isSetting(done) && done !== 'delete' && failure === undefined ? t(`settings.done.${done}`) : undefined
  const left = failure === undefined ? pendingAction(request)?.form : undefined
  sendPage(request, {
    title: t(failure === undefined ? 'settings.page' : 'settings.page_error', { project: project.name }),
    status: failure?.why.status ?? 200,
    project: project.place,
    body: (
      <SettingsPage
        request={request}
        project={project}
        settings={settings}
        failure={failure}
        left={left}
        flash={flash}
      />
    ),
  })
}
