import type { ComponentChildren } from 'preact'
import { ASSETS } from '../assets/manifest.ts'
import { useRequest } from '../requests/use-request.ts'
import { CSRF_FIELD, csrfToken } from './csrf.ts'
import { createFormKey, IDEMPOTENCY_FIELD } from './submit-once.ts'

interface FormProps {
  readonly action: string
  readonly class?: string | undefined
  /** For buttons outside of the form. */
  readonly id?: string
  readonly children: ComponentChildren
}

/** A form that is submitted by POST with its CSRF token. */
export function Form({ action, class: name, id, children }: FormProps) {
  return (
    <form method="post" action={action} class={name} id={id}>
      <input type="hidden" name={CSRF_FIELD} value={csrfToken(useRequest(), action)} />
      {children}
    </form>
  )
}

/** Adds an idempotency key to a form. With scripts, the form is not submitted twice. */
export function IdempotencyField() {
  return (
    <>
      <input type="hidden" name={IDEMPOTENCY_FIELD} value={createFormKey(useRequest())} />
      <script type="module" src={ASSETS.once.path} />
    </>
  )
}
