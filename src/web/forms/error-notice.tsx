import { ErrorDetails } from '../components/error-details.tsx'
import { Notice } from '../components/notice.tsx'
import { ToolText } from '../components/tool-text.tsx'

interface FormErrorNoticeProps {
  /** The result, such as "The invitation was not created". */
  readonly title: string
  /** The error, and how to fix it. */
  readonly message: string
  readonly fix?: string | undefined
  /** Whether the error is that of a tool, which is English. */
  readonly isFromTool?: boolean | undefined
  /** The ID of the field to change. */
  readonly field?: string | undefined
}

/** The error above a rejected form. Takes the focus. */
export function FormErrorNotice({ title, message: text, fix, field, isFromTool = false }: FormErrorNoticeProps) {
  const message = <ToolText isFromTool={isFromTool}>{text}</ToolText>
  return (
    <Notice kind="danger" title={title} isFirst>
      <p>{field === undefined ? message : <a href={`#${field}`}>{message}</a>}</p>
      {fix !== undefined && (
        <p>
          <ToolText isFromTool={isFromTool}>{fix}</ToolText>
        </p>
      )}
      <ErrorDetails />
    </Notice>
  )
}
