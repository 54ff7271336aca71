interface FieldProps {
  readonly name: string
  readonly label: string
  readonly value?: string | undefined
  readonly hint?: string
  /** What is wrong with the value that was sent. */
  readonly fault?: string | undefined
  readonly required?: boolean
  /** Default: a line of text. `code` is a short code that people type over, `lines` some lines of text. */
  readonly kind?: 'text' | 'code' | 'lines' | 'date'
  readonly maxlength?: number
  readonly autocomplete?: string
  /** Where a page has several fields of one name. Default: the name. */
  readonly id?: string
}

/** One field of a form, with its label, its hint and its fault tied to it for screen readers. */
export function Field({
  name,
  label,
  hint,
  fault,
  kind = 'text',
  autocomplete = 'off',
  id = name,
  ...rest
}: FieldProps) {
  const told = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`].filter(Boolean).join(' ')
  const shared = {
    id,
    name,
    required: rest.required,
    maxlength: rest.maxlength,
    autocomplete,
    'aria-describedby': told === '' ? undefined : told,
    'aria-invalid': fault !== undefined ? ('true' as const) : undefined,
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {kind === 'lines' && (
        <textarea {...shared} rows={3} dir="auto">
          {rest.value}
        </textarea>
      )}
      {kind === 'date' && <input {...shared} type="date" value={rest.value} />}
      {(kind === 'text' || kind === 'code') && (
        <input
          {...shared}
          type="text"
          value={rest.value}
          class={kind === 'code' ? 'code' : undefined}
          dir={kind === 'text' ? 'auto' : undefined}
          spellcheck={false}
          autocapitalize={kind === 'code' ? 'characters' : 'none'}
        />
      )}
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
