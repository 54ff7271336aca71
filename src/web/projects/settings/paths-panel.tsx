import { Button } from '../../components/button.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Field } from '../../forms/field.tsx'
import { Form } from '../../forms/form.tsx'
import { t } from '../../i18n/t.ts'
import { fieldFault, fieldId, mayWrite, type SettingsProps, settingsPath, typedValue } from './settings-form.ts'

/** Source files, and the paths of their translations. */
export function PathsPanel(props: SettingsProps) {
  const { request, project, settings } = props
  const files = listPaths(settings)
  return (
    <section class="panel" aria-labelledby="paths-title">
      <header>
        <h2 id="paths-title">{t('settings.paths.title')}</h2>
      </header>
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
        <Form request={request} action={settingsPath(project)} class="panel-body">
          <div class="pair">
            <Field
              id={fieldId('path', 'source')}
              name="source"
              label={t('settings.paths.source')}
              value={typedValue(props, 'path', 'source')}
              required
              maxlength={1000}
              hint={t('settings.paths.source_hint')}
              fault={fieldFault(props, 'path', 'source')}
            />
            <Field
              id={fieldId('path', 'target')}
              name="target"
              label={t('settings.paths.target')}
              value={typedValue(props, 'path', 'target')}
              required
              maxlength={1000}
              hint={t('settings.paths.target_hint', { placeholder: '{locale}' })}
              fault={fieldFault(props, 'path', 'target')}
            />
          </div>
          <div class="actions">
            <Button name="setting" value="path">
              {t('settings.paths.save')}
            </Button>
          </div>
        </Form>
      )}
    </section>
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
