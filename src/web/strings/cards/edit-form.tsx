import { MAX_TEXT_UNITS } from '../../../l10n/message/message.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { ariaAttributes, FieldFrame } from '../../forms/field-frame.tsx'
import { Form } from '../../forms/form.tsx'
import { textField } from '../act.ts'
import { formatExamples, languageAttributes } from '../message-text.tsx'
import { stringPath } from '../string-frame.tsx'
import type { CardProps } from './card-props.ts'

/** The form to write or change a translation. Sends the revision and the source that its user saw. */
export function EditForm({ visit, string, translation, failure }: CardProps) {
  const { locale, value, rev, categories } = translation
  const failed = failure?.action === 'save' ? failure : undefined
  const action = stringPath(visit, string, locale)
  const current = (category: string | undefined): string =>
    (typeof value === 'object' ? value[category ?? 'other'] : category === undefined ? value : undefined) ?? ''
  const form = (
    <Form visit={visit} action={action} class="stack">
      <input type="hidden" name="src" value={string.src} />
      {rev !== undefined && <input type="hidden" name="rev" value={rev} />}
      {(categories.length === 0 ? [undefined] : categories).map(category => {
        const name = textField(category)
        return (
          <TextField
            key={name}
            name={name}
            locale={locale}
            category={category}
            max={string.max}
            value={failed === undefined ? current(category) : (visit.form.get(name) ?? '').replaceAll('\r\n', '\n')}
            fault={failed?.field === name ? (failed.faults?.join(' ') ?? failed.message) : undefined}
          />
        )
      })}
      <div class="actions">
        <Button look="primary" name="action" value="save">
          {failed?.isOutdated === true ? 'Save mine' : 'Save translation'}
        </Button>
        {failed !== undefined && (
          <ButtonLink href={action}>{failed.isOutdated === true ? 'Keep the current one' : 'Discard'}</ButtonLink>
        )}
      </div>
    </Form>
  )
  return (
    <details open={failed !== undefined || value === undefined}>
      <summary>{value === undefined ? 'Translate' : 'Edit translation'}</summary>
      {form}
    </details>
  )
}

/** Rows that show the whole text, within limits. */
const countRows = (text: string): number => {
  const lines = text.slice(0, MAX_ROWS * ROW_UNITS).split('\n')
  const rows = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / ROW_UNITS)), 0)
  return Math.min(MAX_ROWS, Math.max(2, rows))
}
const MAX_ROWS = 14
const ROW_UNITS = 40

interface TextFieldProps {
  readonly name: string
  readonly locale: string
  /** The plural form. */
  readonly category: string | undefined
  readonly max: number | undefined
  readonly value: string
  readonly fault: string | undefined
}

function TextField({ name, locale, category, max, value, fault }: TextFieldProps) {
  const hints = [
    category === undefined ? '' : `For example ${formatExamples(locale, category)}.`,
    max === undefined ? '' : `At most ${max} characters.`,
  ]
  const hint = hints.filter(Boolean).join(' ')
  const frame = {
    id: name,
    label: category === undefined ? 'Your translation' : `Plural form ${category}`,
    hint: hint === '' ? undefined : hint,
    fault,
  }
  return (
    <FieldFrame {...frame}>
      <textarea
        id={name}
        name={name}
        class="string"
        rows={countRows(value)}
        maxlength={MAX_TEXT_UNITS}
        autocomplete="off"
        spellcheck
        {...languageAttributes(locale)}
        {...ariaAttributes(frame)}
      >
        {/* Browsers drop the first line break of a text area. */}
        {value.startsWith('\n') ? `\n${value}` : value}
      </textarea>
    </FieldFrame>
  )
}
