import type { ComponentChildren } from 'preact'

interface Look {
  /** `primary` is the main action of the page, `danger` ends or deletes something. */
  readonly look?: 'primary' | 'danger' | undefined
  readonly small?: boolean
  readonly wide?: boolean
  readonly children: ComponentChildren
}

interface ButtonProps extends Look {
  /** Identifies the button when the form has several. */
  readonly name?: string | undefined
  readonly value?: string | undefined
  /** The accessible name, if the text needs context; begins with the text (WCAG 2.5.3). */
  readonly label?: string | undefined
  /** The ID of its form, if it stands outside of it. */
  readonly form?: string | undefined
}

/** Submits its form. */
export function Button({ name, value, label, form, children, ...look }: ButtonProps) {
  return (
    <button type="submit" class={buttonClass(look)} name={name} value={value} form={form} aria-label={label}>
      {children}
    </button>
  )
}

/** A link to a page, styled as a button. */
export function ButtonLink({ href, children, ...look }: Look & { readonly href: string }) {
  return (
    <a class={buttonClass(look)} href={href}>
      {children}
    </a>
  )
}

/** The style classes of a button. */
export const buttonClass = ({ look, small, wide }: Omit<Look, 'children'>): string =>
  ['button', look, small === true && 'small', wide === true && 'wide'].filter(Boolean).join(' ')
