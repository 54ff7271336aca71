import { Notice } from '../components/notice.tsx'
import type { Visit } from '../requests/visit.ts'
import { pendingAction } from '../sessions/pending-action.ts'

/** Says that a sensitive action was not done yet, after the user signed in again for it. */
export function PendingActionNotice({ visit }: { readonly visit: Visit }) {
  const left = pendingAction(visit)
  if (left === undefined) return null
  return (
    <Notice kind="info" title="Nothing was done yet" isFirst>
      <p>You are signed in again. To go on, press {left.button} once more.</p>
    </Notice>
  )
}
