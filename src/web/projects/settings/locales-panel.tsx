import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { Field } from '../../forms/field.tsx'
import { Form } from '../../forms/form.tsx'
import { rich, t } from '../../i18n/t.ts'
import { LocaleLabel } from '../../strings/string-frame.tsx'
import {
  fieldFault,
  fieldId,
  isSubmitted,
  mayWrite,
  type SettingsProps,
  settingsPath,
  typedValue,
} from './settings-form.ts'

/** The locales of a project. */
export function LocalesPanel(props: SettingsProps) {
  const { request, project, settings } = props
  return (
    <section class="panel" aria-labelledby="locales-title">
      <header>
        <h2 id="locales-title">{t('settings.locales.title')}</h2>
      </header>
      <div class="panel-body">
        <p class="inline">
          {rich('settings.locales.source', { locale: <LocaleLabel locale={settings.source_locale} /> })}
        </p>
      </div>
      <ul class="rows">
        {settings.target_locales.map(locale => (
          <li key={locale}>
            <span class="locale-row">
              <LocaleLabel locale={locale} />
            </span>
            {mayWrite(props) && settings.target_locales.length > 1 && (
              <Confirm
                request={request}
                id={`remove-${locale}`}
                open={t('settings.locales.remove')}
                label={t('settings.locales.remove_label', { locale })}
                title={t('settings.locales.question', { locale })}
                action={settingsPath(project)}
                submit={t('settings.locales.remove')}
                name="setting"
                value="remove_locale"
                small
                isOpen={isSubmitted(props, 'remove_locale') && typedValue(props, 'remove_locale', 'locale') === locale}
              >
                <p>{t('settings.locales.effect')}</p>
                <input type="hidden" name="locale" value={locale} />
              </Confirm>
            )}
          </li>
        ))}
      </ul>
      {mayWrite(props) && (
        <Form request={request} action={settingsPath(project)} class="panel-body">
          <Field
            id={fieldId('add_locale', 'locale')}
            name="locale"
            label={t('settings.locales.add')}
            value={typedValue(props, 'add_locale', 'locale')}
            required
            maxlength={40}
            hint={t('settings.locales.hint')}
            fault={fieldFault(props, 'add_locale', 'locale')}
          />
          <div class="actions">
            <Button name="setting" value="add_locale">
              {t('settings.locales.add_button')}
            </Button>
          </div>
        </Form>
      )}
    </section>
  )
}
