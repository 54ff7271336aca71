import type { ComponentChildren } from 'preact'

interface Look {
  /** `primary` is what the page is for, `danger` ends something; both others weigh the same. */
  readonly look?: 'primary' | 'danger'
  readonly small?: boolean
  readonly wide?: boolean
  readonly children: ComponentChildren
}

interface ButtonProps extends Look {
  /** What is sent when the form has several buttons. */
  readonly name?: string
  readonly value?: string
  /** What it is called for who does not see what it stands beside; begins with what it shows (WCAG 2.5.3). */
  readonly label?: string
}

/** Sends its form. */
export function Button({ name, value, label, children, ...look }: ButtonProps) {
  return (
    <button type="submit" class={buttonClass(look)} name={name} value={value} aria-label={label}>
      {children}
    </button>
  )
}

/** A link that looks like a button: it leads to a page and changes nothing. */
export function ButtonLink({ href, children, ...look }: Look & { readonly href: string }) {
  return (
    <a class={buttonClass(look)} href={href}>
      {children}
    </a>
  )
}

const buttonClass = ({ look, small, wide }: Omit<Look, 'children'>): string =>
  ['button', look, small === true && 'small', wide === true && 'wide'].filter(Boolean).join(' ')
