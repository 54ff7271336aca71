import { ASSETS } from '../assets/manifest.ts'
import { useRequest } from '../requests/use-request.ts'
import { createFormKey, IDEMPOTENCY_FIELD } from './submit-once.ts'

/** Adds an idempotency key to a form. With scripts, the form is not submitted twice. */
export function IdempotencyField() {
  return (
    <>
      <input type="hidden" name={IDEMPOTENCY_FIELD} value={createFormKey(useRequest())} />
      <script type="module" src={ASSETS.once.path} />
    </>
  )
}
