import { ErrorDetails } from '../components/error-details.tsx'
import { Notice } from '../components/notice.tsx'

interface FormErrorNoticeProps {
  /** The result, such as "The invitation was not created". */
  readonly title: string
  /** The error, and how to fix it. */
  readonly message: string
  readonly fix?: string | undefined
  /** The ID of the field to change. */
  readonly field?: string | undefined
}

/** The error above a rejected form. Takes the focus. */
export function FormErrorNotice({ title, message, fix, field }: FormErrorNoticeProps) {
  return (
    <Notice kind="danger" title={title} isFirst>
      <p>{field === undefined ? message : <a href={`#${field}`}>{message}</a>}</p>
      {fix !== undefined && <p>{fix}</p>}
      <ErrorDetails />
    </Notice>
  )
}
