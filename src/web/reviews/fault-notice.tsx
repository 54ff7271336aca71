import { Notice } from '../components/notice.tsx'
import { languageOf } from '../findings/translate.ts'
import type { ReviewFault } from './decide.ts'

/** Why a form of a review changed nothing. */
export function FaultNotice({ fault: { title, message, fix, ...words } }: { readonly fault: ReviewFault }) {
  const language = languageOf(words)
  return (
    <Notice kind="danger" title={title} isFirst>
      <p {...language}>{message}</p>
      {fix !== undefined && <p {...language}>{fix}</p>}
    </Notice>
  )
}
