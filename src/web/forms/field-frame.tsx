import type { ComponentChildren } from 'preact'

/** What every field of a form has around what is filled in. */
export interface FieldFrameProps {
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  /** What is wrong with the value that was sent. */
  readonly fault?: string | undefined
}

/** A field's label above it, its hint and its fault below. */
export function FieldFrame({
  id,
  label,
  hint,
  fault,
  children,
}: FieldFrameProps & { readonly children: ComponentChildren }) {
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

/** Ties the hint and the fault to what is filled in, for screen readers. */
export function ariaAttributes({ id, hint, fault }: Pick<FieldFrameProps, 'id' | 'hint' | 'fault'>) {
  const describedBy = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`]
    .filter(Boolean)
    .join(' ')
  return {
    'aria-describedby': describedBy === '' ? undefined : describedBy,
    'aria-invalid': fault !== undefined ? ('true' as const) : undefined,
  }
}
