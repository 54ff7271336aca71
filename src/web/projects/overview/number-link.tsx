import type { ComponentChildren } from 'preact'
import { formatCount } from '../../format/count.ts'

interface NumberLinkProps {
  readonly count: number
  /** The strings behind the number. */
  readonly href: string
  /** What it counts, for readers of the link alone: "84 words left in German". */
  readonly label: string
  /** Shown instead of the number. */
  readonly children?: ComponentChildren
}

/** A number that leads to what it counts. Zero is quiet, and leads nowhere. */
export function NumberLink({ count, href, label, children }: NumberLinkProps) {
  if (count === 0) return <span class="zero">{children ?? formatCount(0)}</span>
  return (
    <a href={href} aria-label={label}>
      {children ?? formatCount(count)}
    </a>
  )
}
