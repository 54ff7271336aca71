import { type ComponentChildren, Fragment } from 'preact'

/** Values by their terms. Those that are false or undefined do not apply. */
export const Facts = ({ of }: { readonly of: Readonly<Record<string, ComponentChildren>> }) => (
  <dl class="facts">
    {Object.entries(of).map(
      ([term, value]) =>
        value !== undefined &&
        value !== false && (
          <Fragment key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
    )}
  </dl>
)

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
