import { Confirm } from '../../components/confirm.tsx'
import { Field } from '../../forms/field.tsx'
import { t } from '../../i18n/t.ts'
import { fieldFault, fieldId, isSubmitted, type SettingsProps, settingsPath, typedValue } from './settings-form.ts'

/** Deletes a project, after its name was typed. */
export function DangerZone(props: SettingsProps) {
  const { request, project } = props
  const { name } = project
  return (
    <section class="panel danger-zone" aria-labelledby="danger-title">
      <header>
        <h2 id="danger-title">{t('settings.delete.zone')}</h2>
      </header>
      <ul class="rows">
        <li>
          <div>
            <h3>{t('settings.delete.title')}</h3>
            <p class="hint">{t('settings.delete.effect')}</p>
          </div>
          <Confirm
            request={request}
            id="delete"
            open={t('settings.delete.title')}
            title={t('settings.delete.question', { project: name })}
            action={settingsPath(project)}
            submit={t('settings.delete.submit', { project: name })}
            name="setting"
            value="delete"
            isOpen={isSubmitted(props, 'delete')}
          >
            <Field
              id={fieldId('delete', 'confirm')}
              name="confirm"
              label={t('settings.delete.confirm', { project: name })}
              value={typedValue(props, 'delete', 'confirm')}
              required
              maxlength={200}
              fault={fieldFault(props, 'delete', 'confirm')}
            />
          </Confirm>
        </li>
      </ul>
    </section>
  )
}
