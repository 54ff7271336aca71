import { pendingAction } from '../left-undone.ts'
import type { Visit } from '../visit.ts'
import { Notice } from './notice.tsx'

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
