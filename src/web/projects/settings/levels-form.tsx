import { CHECK_IDS, FIXED_CHECKS } from '../../../l10n/checks/registry.ts'
import { Button } from '../../components/button.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { checkName } from '../../findings/translate.ts'
import { Form } from '../../forms/form.tsx'
import { t } from '../../i18n/t.ts'
import { type SettingsProps, settingsPath, typedValue } from './settings-form.ts'

const LEVELS = ['default', 'error', 'warning', 'info', 'off'] as const

/** The levels of the checks in this project. Checks whose findings break files stay errors. */
export function LevelsForm(props: SettingsProps) {
  const { request, project, settings } = props
  const isReadOnly = project.adminWithheld !== undefined
  const ids = CHECK_IDS.filter(id => !FIXED_CHECKS.includes(id))
  return (
    <section class="panel" aria-labelledby="levels-title">
      <header>
        <h2 id="levels-title">{t('settings.levels.title')}</h2>
      </header>
      <details class="panel-body">
        <summary>{t('settings.levels.summary', { count: Object.keys(settings.settings.levels ?? {}).length })}</summary>
        <Form request={request} action={settingsPath(project)} class="stack">
          <p class="hint">{t('settings.levels.hint')}</p>
          <DataTable
            label={t('settings.levels.title')}
            columns={[{ heading: t('settings.levels.check') }, { heading: t('settings.levels.level') }]}
          >
            {ids.map(id => {
              const chosen = typedValue(props, 'levels', `level-${id}`) ?? settings.settings.levels?.[id] ?? 'default'
              return (
                <tr key={id}>
                  <th scope="row" class="plain">
                    <label for={`level-${id}`}>
                      {checkName(id)} <code>{id}</code>
                    </label>
                  </th>
                  <td>
                    <select id={`level-${id}`} name={`level-${id}`} disabled={isReadOnly}>
                      {LEVELS.map(level => (
                        <option key={level} value={level} selected={level === chosen}>
                          {t(
                            level === 'default' || level === 'off'
                              ? `settings.levels.${level}`
                              : `project.level.${level}`,
                          )}
                        </option>
                      ))}
                    </select>
                  </td>
                </tr>
              )
            })}
          </DataTable>
          {!isReadOnly && (
            <div class="actions">
              <Button name="setting" value="levels">
                {t('settings.levels.save')}
              </Button>
            </div>
          )}
        </Form>
      </details>
    </section>
  )
}
