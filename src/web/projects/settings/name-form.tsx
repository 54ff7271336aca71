import { Button } from '../../components/button.tsx'
import { Field } from '../../forms/field.tsx'
import { Form } from '../../forms/form.tsx'
import { MAX_LINE_UNITS } from '../../forms/text-validation.ts'
import { t } from '../../i18n/t.ts'
import { fieldFault, fieldId, mayWrite, type SettingsProps, settingsPath, typedValue } from './settings-form.ts'

/** The display name of a project. */
export function NameForm(props: SettingsProps) {
  const { request, project, settings } = props
  return (
    <section class="panel" aria-labelledby="name-title">
      <header>
        <h2 id="name-title">{t('settings.name.title')}</h2>
      </header>
      {mayWrite(props) ? (
        <Form request={request} action={settingsPath(project)} class="panel-body">
          <Field
            id={fieldId('name', 'name')}
            name="name"
            label={t('settings.name.label')}
            value={typedValue(props, 'name', 'name') ?? settings.name}
            required
            maxlength={MAX_LINE_UNITS}
            hint={t('settings.name.hint', { project: project.name })}
            fault={fieldFault(props, 'name', 'name')}
          />
          <div class="actions">
            <Button name="setting" value="name">
              {t('common.save')}
            </Button>
          </div>
        </Form>
      ) : (
        <p class="panel-body">
          <bdi>{settings.name}</bdi>
        </p>
      )}
    </section>
  )
}
