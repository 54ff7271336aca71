import { ErrorDetails } from '../components/error-details.tsx'
import { Notice } from '../components/notice.tsx'
import { t } from '../i18n/t.ts'

interface FormErrorSummaryProps {
  /** The result, such as "The token was not created". */
  readonly title: string
  /** The errors, by the ID of the field to change. */
  readonly faults: Readonly<Partial<Record<string, string | undefined>>>
  readonly labels: Readonly<Record<string, string>>
  /** How to correct them, if the errors do not say. */
  readonly fix?: string | undefined
}

/** The errors above a rejected form, each with a link to its field. */
export function FormErrorSummary({ title, faults, labels, fix }: FormErrorSummaryProps) {
  const found = Object.entries(faults).flatMap(([field, text]) => (text === undefined ? [] : [{ field, text }]))
  if (found.length === 0) return null
  return (
    <Notice kind="danger" title={title} isFirst>
      <ul>
        {found.map(({ field, text }) => (
          <li key={field}>
            <a href={`#${field}`}>{t('forms.field_error', { field: labels[field] ?? field, error: text })}</a>
          </li>
        ))}
      </ul>
      {fix !== undefined && <p>{fix}</p>}
      <ErrorDetails />
    </Notice>
  )
}
