import { Notice } from '../components/notice.tsx'
import { t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { pendingAction } from '../sessions/pending-action.ts'

/** Says that a sensitive action was not done yet, after the user signed in again for it. */
export function PendingActionNotice({ request }: { readonly request: PageRequest }) {
  const left = pendingAction(request)
  if (left === undefined) return null
  return (
    <Notice kind="info" title={t('layout.pending_action.title')} isFirst>
      <p>{t('layout.pending_action.advice', { button: left.button })}</p>
    </Notice>
  )
}
