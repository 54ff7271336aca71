import { Notice } from '../components/notice.tsx'
import type { ReviewFault } from './decide.ts'

/** Why a form of a review changed nothing. */
export function FaultNotice({ fault: { title, message, fix, isEnglish } }: { readonly fault: ReviewFault }) {
  const language = isEnglish === true ? { lang: 'en' } : {}
  return (
    <Notice kind="danger" title={title} isFirst>
      <p {...language}>{message}</p>
      {fix !== undefined && <p {...language}>{fix}</p>}
    </Notice>
  )
}
