import { ErrorDetails } from '../components/error-details.tsx'
import { Notice } from '../components/notice.tsx'

interface FormErrorSummaryProps {
  /** The result, such as "The token was not created". */
  readonly title: string
  /** What is wrong, by the id of the field that has to be changed. */
  readonly faults: Readonly<Partial<Record<string, string | undefined>>>
  readonly labels: Readonly<Record<string, string>>
}

/** Above a form that was sent back: every fault under the label of its field, which it leads to. */
export function FormErrorSummary({ title, faults, labels }: FormErrorSummaryProps) {
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
      <ErrorDetails />
    </Notice>
  )
}
