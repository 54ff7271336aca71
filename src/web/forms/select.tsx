import { ariaAttributes, FieldFrame, type FieldFrameProps } from './field-frame.tsx'

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
