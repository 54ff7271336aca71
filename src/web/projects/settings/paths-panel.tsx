import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Panel } from '../../components/panel.tsx'
import { Field, Form } from '../../forms/form.tsx'
import { isSubmitted, settingField, typedValue } from '../../forms/setting-forms.ts'
import { rich, t } from '../../i18n/t.ts'
import { LocaleLabel } from '../../strings/string-frame.tsx'
import { mayWrite, type Setting, type SettingsProps, settingsPath } from './settings-form.ts'

/** The button that saves the form of a setting. */
export const SaveSetting = ({ setting, label }: { readonly setting: Setting; readonly label: string }) => (
  <div class="actions">
    <Button name="setting" value={setting}>
      {label}
    </Button>
  </div>
)

/** Source files, and the paths of their translations. */
export function PathsPanel(props: SettingsProps) {
  const { project, settings } = props
  const files = listPaths(settings)
  return (
    <Panel id="paths-title" title={t('settings.paths.title')}>
      {files.length > 0 && (
        <DataTable
          label={t('settings.paths.title')}
          columns={[{ heading: t('settings.paths.source') }, { heading: t('settings.paths.target') }]}
          isStacked
        >
          {files.map(({ source, target }) => (
            <tr key={source}>
              <th scope="row" class="plain">
                <code>{source}</code>
              </th>
              <td>
                {target === undefined ? <span class="hint">{t('settings.paths.missing')}</span> : <code>{target}</code>}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {settings.more_files > 0 && <p class="panel-foot">{t('settings.paths.more', { count: settings.more_files })}</p>}
      {mayWrite(props) && (
        <Form action={settingsPath(project)} class="panel-body">
          <div class="pair">
            <Field
              {...settingField(props, 'path', 'source')}
              label={t('settings.paths.source')}
              required
              maxlength={1000}
              hint={t('settings.paths.source_hint')}
            />
            <Field
              {...settingField(props, 'path', 'target')}
              label={t('settings.paths.target')}
              required
              maxlength={1000}
              hint={t('settings.paths.target_hint', { placeholder: '{locale}' })}
            />
          </div>
          <SaveSetting setting="path" label={t('settings.paths.save')} />
        </Form>
      )}
    </Panel>
  )
}

/** Rules with patterns first, then the files. A rule of one file stands with that file. */
function listPaths({ rules, files }: SettingsProps['settings']) {
  const paths = new Set(files.map(({ path }) => path))
  return [
    ...rules.filter(({ source }) => !paths.has(source)),
    ...files.map(({ path, target }) => ({ source: path, target })),
  ]
}

/** The locales of a project. */
export function LocalesPanel(props: SettingsProps) {
  const { project, settings } = props
  return (
    <Panel id="locales-title" title={t('settings.locales.title')}>
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
        <Form action={settingsPath(project)} class="panel-body">
          <Field
            {...settingField(props, 'add_locale', 'locale')}
            label={t('settings.locales.add')}
            required
            maxlength={40}
            hint={t('settings.locales.hint')}
          />
          <SaveSetting setting="add_locale" label={t('settings.locales.add_button')} />
        </Form>
      )}
    </Panel>
  )
}
