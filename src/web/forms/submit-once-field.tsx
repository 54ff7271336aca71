import { ASSETS } from '../assets/manifest.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { createFormKey, IDEMPOTENCY_FIELD } from './submit-once.ts'

/** Adds an idempotency key to a form. With scripts, the form is not submitted twice. */
export function IdempotencyField({ request }: { readonly request: PageRequest }) {
  return (
    <>
      <input type="hidden" name={IDEMPOTENCY_FIELD} value={createFormKey(request)} />
      <script type="module" src={ASSETS.once.path} />
    </>
  )
}
