import { ErrorDetails } from '../components/error-details.tsx'
import { Notice } from '../components/notice.tsx'

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
  const found = Object.entries(faults).filter(([, text]) => text !== undefined)
  if (found.length === 0) return null
  return (
    <Notice kind="danger" title={title} isFirst>
      <ul>
        {found.map(([field, text]) => (
          <li key={field}>
            <a href={`#${field}`}>
              {labels[field]}: {text}
            </a>
          </li>
        ))}
      </ul>
      {fix !== undefined && <p>{fix}</p>}
      <ErrorDetails />
    </Notice>
  )
}
