import type { FormFailure } from '../forms/form-route.ts'
import { Notice } from './notice.tsx'

/** Why a tool refused a form, in its English words, with a link to the field. */
export function FailureNotice(props: { readonly title: string; readonly failure: FormFailure | undefined }) {
  const { title, failure } = props
  if (failure === undefined) return null
  const { field, message, fix } = failure
  return (
    <Notice kind="danger" title={title} isFirst>
      <p lang="en">{field === undefined ? message : <a href={`#${field}`}>{message}</a>}</p>
      {fix !== undefined && <p lang="en">{fix}</p>}
    </Notice>
  )
}
