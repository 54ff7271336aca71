import type { ComponentChildren } from 'preact'

interface FactProps {
  readonly term: string
  readonly class?: string
  readonly dir?: 'auto'
  readonly children: ComponentChildren
}

/** A row of a list of facts; nothing without a value. */
export function Fact({ term, children, ...own }: FactProps) {
  if (children === undefined || children === false) return null
  return (
    <>
      <dt>{term}</dt>
      <dd {...own}>{children}</dd>
    </>
  )
}
