import { FreshSignInNotice } from '../../components/fresh-sign-in-notice.tsx'
import { Notice } from '../../components/notice.tsx'
import { FormErrorNotice } from '../../forms/error-notice.tsx'
import { t } from '../../i18n/t.ts'
import { DangerZone } from './danger-zone.tsx'
import { LevelsForm } from './levels-form.tsx'
import { LocalesPanel } from './locales-panel.tsx'
import { NameForm } from './name-form.tsx'
import { PathsPanel } from './paths-panel.tsx'
import { PolicyForm } from './policy-form.tsx'
import { fieldId, type SettingsProps, settingsPath } from './settings-form.ts'

export function SettingsPage(props: SettingsProps) {
  const { request, project, failure, flash } = props
  const { adminWithheld, name } = project
  return (
    <div class="work settings">
      <div class="head">
        <h1>{t('settings.title')}</h1>
      </div>
      {flash !== undefined && <Notice kind="good" title={flash} />}
      {failure !== undefined && (
        <FormErrorNotice
          {...failure.why}
          title={t('settings.failed')}
          field={failure.why.field && fieldId(failure.setting, failure.why.field)}
        />
      )}
      {adminWithheld !== undefined && <p class="hint">{t('settings.read_only', { project: name })}</p>}
      <NameForm {...props} />
      <LocalesPanel {...props} />
      <PathsPanel {...props} />
      <PolicyForm {...props} />
      <LevelsForm {...props} />
      {adminWithheld === undefined && (
        <>
          <FreshSignInNotice request={request} before="delete_project" back={settingsPath(project)} />
          <DangerZone {...props} />
        </>
      )}
    </div>
  )
}
