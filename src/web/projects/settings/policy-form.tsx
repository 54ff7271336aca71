import { Button } from '../../components/button.tsx'
import { Form } from '../../forms/form.tsx'
import { type MessageKey, t } from '../../i18n/t.ts'
import { type SettingsProps, settingsPath, typedValue } from './settings-form.ts'

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
export function PolicyForm(props: SettingsProps) {
  const { request, project, settings } = props
  const isReadOnly = project.adminWithheld !== undefined
  return (
    <section class="panel" aria-labelledby="policy-title">
      <header>
        <h2 id="policy-title">{t('settings.policy.title')}</h2>
      </header>
      <Form request={request} action={settingsPath(project)} class="panel-body">
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
        {!isReadOnly && (
          <div class="actions">
            <Button name="setting" value="policy">
              {t('settings.policy.save')}
            </Button>
          </div>
        )}
      </Form>
    </section>
  )
}
