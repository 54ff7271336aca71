import { ErrorDetails } from '../components/error-details.tsx'
import { Notice } from '../components/notice.tsx'

interface FormErrorNoticeProps {
  /** The result, such as "The invitation was not created". */
  readonly title: string
  /** What is wrong, and what to do. */
  readonly message: string
  readonly fix?: string | undefined
  /** The id of the field that has to be changed. */
  readonly field?: string | undefined
}

/** Above a form that was sent back. Takes the focus. */
export function FormErrorNotice({ title, message, fix, field }: FormErrorNoticeProps) {
  return (
    <Notice kind="danger" title={title} isFirst>
      <p>{field === undefined ? message : <a href={`#${field}`}>{message}</a>}</p>
      {fix !== undefined && <p>{fix}</p>}
      <ErrorDetails />
    </Notice>
  )
}
