import { MAX_TEXT_UNITS } from '../../../l10n/message/message.ts'
import { FindingMark } from '../../components/marks/finding-mark.tsx'
import { languageOf, translateFinding } from '../../findings/translate.ts'
import { Form } from '../../forms/form.tsx'
import { textAreaContent } from '../../forms/text-area-content.ts'
import { currentLanguage } from '../../i18n/current.ts'
import { numberFormat } from '../../i18n/formats.ts'
import { t } from '../../i18n/t.ts'
import { useRequest } from '../../requests/page-request.ts'
import { localeName } from '../locale-name.ts'
import { languageAttributes } from '../message-text.tsx'
import { stringPath } from '../string-frame.tsx'
import type { CardProps } from '../string-notices.tsx'
import type { Draft, DraftField } from './draft.ts'
import { FormLabel } from './highlighted.tsx'
import { pluralType, previewDraft, showExample } from './preview.ts'
import type { DraftFinding } from './read-help.ts'

/** The ID of the form, which buttons outside of it name. */
export const EDIT_FORM = 'edit'

export interface EditFormProps extends CardProps {
  readonly draft: Draft
  readonly findings: readonly DraftFinding[]
  /** Whether the fields have a text that is not saved: the script asks before it is lost. */
  readonly isUnsaved: boolean
}

/** The form to write or change a translation. Sends the revision and the source that its user saw. */
export function EditForm({ string, translation, failure, draft, findings, isUnsaved }: EditFormProps) {
  const { locale, rev } = translation
  const numbered = findings.map((finding, number) => [number, finding] as const)
  const names = draft.fields.map(({ form }) => form)
  const failed = failure?.action === 'save' && failure.isOutdated !== true ? failure : undefined
  return (
    <Form action={stringPath(useRequest(), string, locale)} id={EDIT_FORM} class="se-edit">
      {/* The first button is the one that Enter presses. */}
      <button type="submit" class="unseen" name="action" value="save_next" tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name="src" value={string.src} />
      {rev !== undefined && <input type="hidden" name="rev" value={rev} />}
      {translation.stale !== undefined && <input type="hidden" name="stale" value="true" />}
      {draft.kind === 'text' && draft.canSplit && <input type="hidden" name="view" value="source" />}
      {draft.fault !== undefined && <IcuFault fault={draft.fault} />}
      <div class={draft.kind === 'text' ? 'se-forms se-single' : 'se-forms'} data-unsaved={isUnsaved || undefined}>
        {draft.fields.map(field => (
          <TextField
            key={field.name}
            field={field}
            draft={draft}
            string={string}
            locale={locale}
            findings={numbered.filter(([, { form }]) => form !== undefined && form === field.form)}
            isInvalid={failed !== undefined}
          />
        ))}
      </div>
      <DraftFindings
        id="findings-all"
        form={undefined}
        findings={numbered.filter(([, { form }]) => form === undefined || !names.includes(form))}
      />
      <FormTools draft={draft} translation={translation} />
    </Form>
  )
}

function IcuFault({ fault: { code, column, near } }: { readonly fault: NonNullable<Draft['fault']> }) {
  return (
    <p class="se-fin error" role="alert">
      <span>
        {t('strings.edit.icu_fault', { column })} <code>{code}</code> <code dir="ltr">{near}</code>
      </span>
    </p>
  )
}

/** Adds forms and shows the text with a number. */
function FormTools({ draft, translation }: Pick<EditFormProps, 'draft' | 'translation'>) {
  const { locale } = translation
  const number = readNumber(useRequest().form.get('n'))
  const shown = number === undefined ? undefined : previewDraft(draft, locale, number)
  return (
    <div class="se-tools">
      <span class="se-placeholders" data-placeholders hidden />
      {draft.missing.map(form => (
        <button
          key={form}
          type="submit"
          class="button small"
          name="action"
          value={`add-${form}`}
          autofocus={form === draft.moved}
        >
          {t('strings.edit.add_form', { form })}
        </button>
      ))}
      <button type="submit" class="button small" name="action" value="save">
        {t('strings.actions.save')}
      </button>
      {draft.canSplit && (
        <button
          type="submit"
          class="button small"
          name="action"
          value={draft.kind === 'text' ? 'view-branches' : 'view-source'}
          data-view
        >
          {t(draft.kind === 'text' ? 'strings.edit.by_branch' : 'strings.edit.as_source')}
          <kbd aria-hidden="true" data-letter hidden>
            s
          </kbd>
        </button>
      )}
      {pluralType(draft) !== undefined && (
        <span class="se-preview">
          <label>
            {t('strings.edit.preview')}
            <input name="n" type="number" min="0" max="1000000000" step="any" value={number} data-number />
          </label>
          <button type="submit" class="button small" name="action" value="preview" data-no-script>
            {t('strings.edit.show')}
          </button>
          <output data-preview>
            {shown !== undefined && (
              <>
                <bdi dir="ltr">{shown.form}</bdi>: “<bdi {...languageAttributes(locale)}>{shown.text}</bdi>”
              </>
            )}
          </output>
        </span>
      )}
    </div>
  )
}

/** A number that a user typed. */
export function readNumber(typed: string | null): number | undefined {
  const number = typed === null || typed.trim() === '' ? Number.NaN : Number(typed)
  return Number.isFinite(number) && number >= 0 && number <= 1e9 ? number : undefined
}

interface TextFieldProps {
  readonly field: DraftField
  readonly draft: Draft
  readonly string: CardProps['string']
  readonly locale: string
  readonly findings: readonly (readonly [number, DraftFinding])[]
  readonly isInvalid: boolean
}

function TextField({ field, draft, string: { max }, locale, findings, isInvalid }: TextFieldProps) {
  const { name, form, value, isOptional } = field
  const id = `findings-${form ?? 'text'}`
  const { number, text: shown } = showExample(field, draft, locale)
  const hasError = findings.some(([, { level }]) => level === 'error') || (isInvalid && form === undefined)
  const language = localeName(locale) ?? locale
  return (
    <div class="se-form">
      {form !== undefined && (
        <div class="se-cat">
          <FormLabel form={form} locale={locale} type={pluralType(draft)} />
          {isOptional && (
            <button type="submit" class="se-remove" name="action" value={`remove-${form}`}>
              {t('strings.edit.remove_form')}
              <span class="unseen"> {form}</span>
            </button>
          )}
        </div>
      )}
      <div class="se-ed">
        <div class="se-box">
          <textarea
            id={name}
            name={name}
            class="string"
            rows={countRows(value)}
            maxlength={MAX_TEXT_UNITS}
            autocomplete="off"
            spellcheck
            aria-label={
              form === undefined
                ? t('strings.edit.label', { language })
                : t('strings.edit.form_label', { language, form })
            }
            aria-describedby={`${id}${number === undefined && max === undefined ? '' : ` foot-${name}`}`}
            aria-invalid={hasError ? 'true' : undefined}
            data-form={form ?? ''}
            autofocus={form !== undefined && form === draft.moved}
            {...languageAttributes(locale)}
          >
            {textAreaContent(value)}
          </textarea>
        </div>
        {(number !== undefined || max !== undefined) && (
          <div class="se-foot" id={`foot-${name}`}>
            {number !== undefined && (
              <span hidden={shown === undefined}>
                {numberFormat().format(number)} <span aria-hidden="true" class="se-arrow" />{' '}
                <span data-example={form} {...languageAttributes(locale)}>
                  {shown ?? ''}
                </span>
              </span>
            )}
            {max !== undefined && (
              <span data-length={max}>{t('strings.edit.length', { count: countUnits(value), max })}</span>
            )}
          </div>
        )}
        <DraftFindings id={id} form={form ?? 'text'} findings={findings} />
      </div>
    </div>
  )
}

const graphemes = new Intl.Segmenter('en')

/** Characters as people count them. */
const countUnits = (text: string): number => (text.length > 2000 ? text.length : [...graphemes.segment(text)].length)

/** Rows that show the whole text, within limits. */
const countRows = (text: string): number => {
  const lines = text.slice(0, MAX_ROWS * ROW_UNITS).split('\n')
  const rows = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / ROW_UNITS)), 0)
  return Math.min(MAX_ROWS, Math.max(1, rows))
}
const MAX_ROWS = 14
const ROW_UNITS = 52

interface DraftFindingsProps {
  /** The findings of the draft with their numbers in it. */
  readonly findings: readonly (readonly [number, DraftFinding])[]
  /** The plural form that they are about; undefined for the whole text. */
  readonly form: string | undefined
  readonly id: string
}

/** Findings below their field. Code applies the fix of those that it can correct; the script keeps them current while the user types. */
function DraftFindings({ findings, form, id }: DraftFindingsProps) {
  return (
    <ul class="se-findings" id={id} data-findings={form ?? ''} hidden={findings.length === 0}>
      {findings.map(([number, { id: check, level, corrected, ...finding }]) => {
        const { message, fix, ...own } = translateFinding(finding)
        return (
          <li key={number} class={`se-fin ${level}`} tabIndex={-1} data-level={level} data-check={check}>
            <FindingMark level={level} isMute />
            <span {...languageOf(own)}>
              <b lang={currentLanguage()}>{t(`project.level.${level}`)}</b> {message}
              {fix !== undefined && corrected === undefined && ` ${fix}`}
            </span>
            {corrected !== undefined && (
              <button
                type="submit"
                class="button small"
                name="action"
                value={`fix-${number}`}
                data-fix={corrected}
                aria-label={`${t('strings.findings.apply')}: ${message}`}
              >
                {t('strings.findings.apply')}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
