import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { findLocale } from '../../../l10n/locales/find-locale.ts'
import { echo } from '../../../text/escape.ts'
import { getProject } from '../../../tools/projects/get-project.ts'
import { formRoute } from '../../forms/form-route.ts'
import { t } from '../../i18n/t.ts'
import { type LoadedProject, loadProject } from '../../layout/load-project.ts'
import { sendPage } from '../../layout/send-page.tsx'
import { callTool, type PageRequest, type SignedInRequest } from '../../requests/page-request.ts'
import { pendingAction } from '../../sessions/pending-action.ts'
import { isSetting, ProjectSettings, SETTING_CHANGES, type Setting, type SettingsProps } from './settings-form.ts'
import { SettingsPage } from './settings-page.tsx'

/** What is wrong with a field, in the language of the page. */
interface FieldFault {
  readonly field: string
  readonly message: string
}

/** A locale in a target path, in one of its spellings. */
const PLACEHOLDER = /\{locale(?:_underscore|_lower)?\}/

/** Explains why a tool refused a form, without the names of its arguments; undefined if only the tool knows. */
function explainFault(
  setting: Setting,
  form: URLSearchParams,
  { name, record }: Pick<LoadedProject, 'name' | 'record'>,
): FieldFault | undefined {
  const typed = (field: string): string => form.get(field)?.trim() ?? ''
  if (setting === 'add_locale') return explainLocale(typed('locale'), record.source_locale)
  if (setting === 'path') return explainPath(typed('source'), typed('target'))
  if (setting === 'delete') return { field: 'confirm', message: t('settings.delete.confirm', { project: name }) }
  return undefined
}

function explainLocale(tag: string, source: string): FieldFault | undefined {
  const field = 'locale'
  if (tag === '') return { field, message: t('settings.faults.no_locale') }
  const locale = findLocale(tag)
  if (locale === undefined) return { field, message: t('settings.faults.unknown_locale', { locale: echo(tag) }) }
  return locale === source ? { field, message: t('settings.faults.source_locale', { locale }) } : undefined
}

function explainPath(source: string, target: string): FieldFault | undefined {
  if (source === '') return { field: 'source', message: t('settings.faults.no_source') }
  if (PLACEHOLDER.test(target)) return undefined
  return { field: 'target', message: t('settings.faults.no_placeholder', { placeholder: '{locale}' }) }
}

/** The settings of a project: locales, target paths, policy, checks, deletion. Administrators change them, others read them. */
export const projectSettingsRoute = formRoute({
  path: '/p/:account/:project/settings',
  show: (request, refused) => {
    if (refused === undefined) return sendSettingsPage(request)
    const { sent: setting, failure } = refused
    const field = setting.endsWith('locale') && failure.field === undefined ? 'locale' : failure.field
    return sendSettingsPage(request, { setting, why: { ...failure, field } })
  },
  sensitive: request => SETTING_CHANGES[readSetting(request)].dangerous?.(projectName(request)),
  read: readSetting,
  fields: setting => SETTING_CHANGES[setting].fields,
  submit: (request, setting) => {
    const { tool, input } = SETTING_CHANGES[setting]
    const given = { project: projectName(request), ...input(request.form) }
    return callTool(request, { tool, input: given, shape: z.object({}) })
  },
  next: (_, { request, sent }) =>
    sent === 'delete' ? '/' : `/p/${projectName(request)}/settings?${new URLSearchParams({ done: sent })}`,
})

const projectName = ({ params: { account = '', project = '' } }: PageRequest): string => `${account}/${project}`

function readSetting({ form }: PageRequest): Setting {
  const setting = form.get('setting')
  if (isSetting(setting)) return setting
  throw new AppError('invalid_input', t('settings.no_setting'), { fix: t('settings.no_setting_fix') })
}

type SettingFailure = NonNullable<SettingsProps['failure']>

/** Puts the words of the page in the place of the tool's where the page knows the fault. */
function explain(request: PageRequest, project: LoadedProject, refused: SettingFailure): SettingFailure {
  const fault = explainFault(refused.setting, request.form, project)
  return fault === undefined ? refused : { ...refused, why: { status: refused.why.status, ...fault } }
}

async function sendSettingsPage(request: SignedInRequest, refused?: SettingFailure): Promise<void> {
  const project = await loadProject(request, 'settings')
  const failure = refused && explain(request, project, refused)
  const settings = await callTool(request, {
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
