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
    <a href={href} aria-label={children === undefined ? nameNumber(count, label) : label}>
      {children ?? formatCount(count)}
    </a>
  )
}

/** The name of a link that shows a number. It contains the number, which some languages only write out: who speaks to a page says what they see. */
export function nameNumber(count: number, label: string): string {
  const shown = formatCount(count)
  return label.includes(shown) ? label : `${shown} ${label}`
}
