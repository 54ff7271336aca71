import type { ComponentChildren } from 'preact'

/** The parts of every form field, except for its input. */
export interface FieldFrameProps {
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  /** The error of the submitted value. */
  readonly fault?: string | undefined
}

/** A field with its label above, and its hint and error below. */
export function FieldFrame(props: FieldFrameProps & { readonly children: ComponentChildren }) {
  const { id, label, hint, fault, children } = props
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {fault !== undefined && (
        <span class="fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  )
}

/** Links the hint and the error to the input, for screen readers. */
export function ariaAttributes({ id, hint, fault }: Pick<FieldFrameProps, 'id' | 'hint' | 'fault'>) {
  const describedBy = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`]
    .filter(Boolean)
    .join(' ')
  return {
    'aria-describedby': describedBy === '' ? undefined : describedBy,
    'aria-invalid': fault !== undefined ? ('true' as const) : undefined,
  }
}
