import type { ComponentChildren } from 'preact'
import { ASSETS } from '../assets/manifest.ts'
import { useRequest } from '../requests/page-request.ts'
import { CSRF_FIELD, csrfToken } from './csrf.ts'
import { ariaAttributes, FieldFrame, type FieldFrameProps } from './field-frame.tsx'
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

interface FieldProps extends Omit<FieldFrameProps, 'id'> {
  readonly name: string
  readonly value?: string | undefined
  readonly required?: boolean
  /** Default: a line of text. `code` is a short code that users copy by typing, `lines` is multi-line text. */
  readonly kind?: 'text' | 'code' | 'lines' | 'date'
  readonly maxlength?: number
  readonly autocomplete?: string
  /** Needed if a page has several fields with one name. Default: the name. */
  readonly id?: string
}

/** One form field with its label, hint and error, linked for screen readers. */
export function Field({ name, kind = 'text', autocomplete = 'off', value, required, maxlength, ...frame }: FieldProps) {
  const framed = { ...frame, id: frame.id ?? name }
  const shared = { id: framed.id, name, required, maxlength, autocomplete, ...ariaAttributes(framed) }
  return (
    <FieldFrame {...framed}>
      {kind === 'lines' && (
        <textarea {...shared} rows={3} dir="auto">
          {value}
        </textarea>
      )}
      {kind === 'date' && <input {...shared} type="date" value={value} />}
      {(kind === 'text' || kind === 'code') && (
        <input
          {...shared}
          type="text"
          value={value}
          class={kind === 'code' ? 'code' : undefined}
          dir={kind === 'text' ? 'auto' : undefined}
          spellcheck={false}
          autocapitalize={kind === 'code' ? 'characters' : 'none'}
        />
      )}
    </FieldFrame>
  )
}

/** Value and text of each option; `''` selects nothing. */
export type Options = readonly (readonly [string, string])[]

interface SelectProps extends Omit<FieldFrameProps, 'id'> {
  readonly name: string
  readonly options: Options
  readonly chosen: string | undefined
  readonly required?: boolean
  /** Needed if a page has several fields with one name. Default: the name. */
  readonly id?: string
}

/** A form field to select one of a few options. */
export function Select({ name, options, chosen, required, ...frame }: SelectProps) {
  const framed = { ...frame, id: frame.id ?? name }
  return (
    <FieldFrame {...framed}>
      <select id={framed.id} name={name} required={required} {...ariaAttributes(framed)}>
        {options.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
