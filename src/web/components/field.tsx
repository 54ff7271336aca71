interface FieldProps {
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly hint?: string
  /** What is wrong with the value that was sent. */
  readonly fault?: string | undefined
  readonly required?: boolean
  /** Default: a line of text. `code` is a short code that people type over. */
  readonly kind?: 'text' | 'code'
  readonly autocomplete?: string
}

/** One field of a form, with its label, its hint and its fault tied to it for screen readers. */
export function Field({ name, label, value, hint, fault, required, kind = 'text', autocomplete = 'off' }: FieldProps) {
  const told = [hint !== undefined && `${name}-hint`, fault !== undefined && `${name}-fault`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        type="text"
        value={value}
        class={kind === 'code' ? 'code' : undefined}
        required={required}
        autocomplete={autocomplete}
        spellcheck={false}
        autocapitalize={kind === 'code' ? 'characters' : undefined}
        aria-describedby={told === '' ? undefined : told}
        aria-invalid={fault !== undefined ? 'true' : undefined}
      />
      {hint !== undefined && (
        <span class="hint" id={`${name}-hint`}>
          {hint}
        </span>
      )}
      {fault !== undefined && (
        <span class="fault" id={`${name}-fault`}>
          {fault}
        </span>
      )}
    </div>
  )
}
