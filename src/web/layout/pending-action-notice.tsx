import { Notice } from '../components/notice.tsx'
import type { Visit } from '../requests/visit.ts'
import { pendingAction } from '../sessions/pending-action.ts'

/** Says to who comes back from signing in again what they had pressed, which did nothing. */
export function PendingActionNotice({ visit }: { readonly visit: Visit }) {
  const left = pendingAction(visit)
  if (left === undefined) return null
  return (
    <Notice kind="info" title="Nothing was done yet" isFirst>
      <p>You are signed in again. If you still want it, press {left.button} once more.</p>
    </Notice>
  )
}
