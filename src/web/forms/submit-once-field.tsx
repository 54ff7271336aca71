import { ASSETS } from '../assets/manifest.ts'
import type { Visit } from '../requests/visit.ts'
import { createFormKey, IDEMPOTENCY_FIELD } from './submit-once.ts'

/** Makes its form one that counts once, and that is not sent twice where scripts run. */
export function IdempotencyField({ visit }: { readonly visit: Visit }) {
  return (
    <>
      <input type="hidden" name={IDEMPOTENCY_FIELD} value={createFormKey(visit)} />
      <script type="module" src={ASSETS.once.path} />
    </>
  )
}
