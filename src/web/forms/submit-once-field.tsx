import { ASSETS } from '../assets/manifest.ts'
import type { Visit } from '../requests/visit.ts'
import { createFormKey, IDEMPOTENCY_FIELD } from './submit-once.ts'

/** Adds an idempotency key to a form. With scripts, the form is not submitted twice. */
export function IdempotencyField({ visit }: { readonly visit: Visit }) {
  return (
    <>
      <input type="hidden" name={IDEMPOTENCY_FIELD} value={createFormKey(visit)} />
      <script type="module" src={ASSETS.once.path} />
    </>
  )
}
