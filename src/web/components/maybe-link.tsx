import type { ComponentChildren } from 'preact'

/** A link, or only its text without an address. */
export const MaybeLink = ({
  href,
  children,
}: {
  readonly href: string | undefined
  readonly children: ComponentChildren
}) => (href === undefined ? <>{children}</> : <a href={href}>{children}</a>)
