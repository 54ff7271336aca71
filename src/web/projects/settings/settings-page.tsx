import { CHECK_IDS, FIXED_CHECKS } from '../../../l10n/checks/registry.ts'
import { Confirm } from '../../components/confirm.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { FreshSignInNotice } from '../../components/fresh-sign-in-notice.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { checkName } from '../../findings/translate.ts'
import { FormErrorNotice } from '../../forms/error-notice.tsx'
import { Field, Form } from '../../forms/form.tsx'
import { fieldId, isSubmitted, settingField, typedValue } from '../../forms/setting-forms.ts'
import { MAX_LINE_UNITS } from '../../forms/text-validation.ts'
import { type MessageKey, t } from '../../i18n/t.ts'
import { LocalesPanel, PathsPanel, SaveSetting } from './paths-panel.tsx'
import { mayWrite, type SettingsProps, settingsPath } from './settings-form.ts'

const LEVELS = ['default', 'error', 'warning', 'info', 'off'] as const

/** The levels of the checks in this project. Checks whose findings break files stay errors. */
function LevelsForm(props: SettingsProps) {
  const { project, settings } = props
  const isReadOnly = project.adminWithheld !== undefined
  const ids = CHECK_IDS.filter(id => !FIXED_CHECKS.includes(id))
  return (
    <Panel id="levels-title" title={t('settings.levels.title')}>
      <details class="panel-body">
        <summary>{t('settings.levels.summary', { count: Object.keys(settings.settings.levels ?? {}).length })}</summary>
        <Form action={settingsPath(project)} class="stack">
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
          {!isReadOnly && <SaveSetting setting="levels" label={t('settings.levels.save')} />}
        </Form>
      </details>
    </Panel>
  )
}

interface Choice {
  readonly field: 'review' | 'approve' | 'four_eyes' | 'agents_replace' | 'export' | 'changes_requested'
  readonly options: readonly string[]
}

/** Each choice with its options, the usual one first. */
const CHOICES = [
  { field: 'review', options: ['none', 'required'] },
  { field: 'approve', options: ['people', 'anyone'] },
  { field: 'four_eyes', options: ['no', 'yes'] },
  { field: 'agents_replace', options: ['no', 'yes'] },
  { field: 'export', options: ['translated', 'approved'] },
  { field: 'changes_requested', options: ['previous', 'current'] },
] as const satisfies readonly Choice[]

type OptionKey = Extract<MessageKey, `settings.policy.${string}`>

/** The policy of a project, in words that say what each choice means. */
function PolicyForm(props: SettingsProps) {
  const { project, settings } = props
  const isReadOnly = project.adminWithheld !== undefined
  return (
    <Panel id="policy-title" title={t('settings.policy.title')}>
      <Form action={settingsPath(project)} class="panel-body">
        {CHOICES.map(({ field, options }) => {
          const stored = settings.settings[field]
          const now = typeof stored === 'boolean' ? (stored ? 'yes' : 'no') : stored
          const chosen = typedValue(props, 'policy', field) ?? now
          return (
            <fieldset key={field} class="choice" disabled={isReadOnly}>
              <legend>{t(`settings.policy.${field}.title`)}</legend>
              {options.map(option => (
                <label key={option}>
                  <input type="radio" name={field} value={option} checked={chosen === option} />
                  <span>{t(`settings.policy.${field}.${option}` as OptionKey)}</span>
                </label>
              ))}
            </fieldset>
          )
        })}
        {!isReadOnly && <SaveSetting setting="policy" label={t('settings.policy.save')} />}
      </Form>
    </Panel>
  )
}

export function SettingsPage(props: SettingsProps) {
  const { project, failure, flash } = props
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
          <FreshSignInNotice before="delete_project" back={settingsPath(project)} />
          <DangerZone {...props} />
        </>
      )}
    </div>
  )
}

/** The display name of a project. */
function NameForm(props: SettingsProps) {
  const { project, settings } = props
  return (
    <Panel id="name-title" title={t('settings.name.title')}>
      {mayWrite(props) ? (
        <Form action={settingsPath(project)} class="panel-body">
          <Field
            {...settingField(props, 'name', 'name', settings.name)}
            label={t('settings.name.label')}
            required
            maxlength={MAX_LINE_UNITS}
            hint={t('settings.name.hint', { project: project.name })}
          />
          <SaveSetting setting="name" label={t('common.save')} />
        </Form>
      ) : (
        <p class="panel-body">
          <bdi>{settings.name}</bdi>
        </p>
      )}
    </Panel>
  )
}

/** Deletes a project, after its name was typed. */
function DangerZone(props: SettingsProps) {
  const { project } = props
  const { name } = project
  return (
    <Panel id="danger-title" title={t('settings.delete.zone')} class="danger-zone">
      <ul class="rows">
        <li>
          <div>
            <h3>{t('settings.delete.title')}</h3>
            <p class="hint">{t('settings.delete.effect')}</p>
          </div>
          <Confirm
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
              {...settingField(props, 'delete', 'confirm')}
              label={t('settings.delete.confirm', { project: name })}
              required
              maxlength={200}
            />
          </Confirm>
        </li>
      </ul>
    </Panel>
  )
}
