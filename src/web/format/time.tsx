interface TimeProps {
  /** RFC 3339; null = it never happened. */
  readonly at: string | null
  readonly now: Date
  /** Whether the day stands beside it: for what ends then. */
  readonly isDated?: boolean
}

const DAY_S = 24 * 60 * 60

/** The shortest time that is told in a unit. A year is too coarse for what ends in the next one. */
const UNITS = [
  ['year', 365 * DAY_S, 2 * 365 * DAY_S],
  ['month', 30 * DAY_S, 60 * DAY_S],
  ['day', DAY_S, DAY_S],
  ['hour', 60 * 60, 60 * 60],
  ['minute', 60, 60],
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** When something was or will be, as people say it; exactly where a pointer rests. */
export function Time({ at, now, isDated = false }: TimeProps) {
  if (at === null) return <>never</>
  return (
    <time dateTime={at} title={`${at.slice(0, 16).replace('T', ' ')} UTC`}>
      {isDated && `${at.slice(0, 10)}, `}
      {formatRelativeTime(at, now)}
    </time>
  )
}

/** How long ago it was, or how long it is to then. */
export function formatRelativeTime(at: string, now: Date): string {
  const seconds = (Date.parse(at) - now.getTime()) / 1000
  for (const [unit, length, least] of UNITS) {
    if (Math.abs(seconds) >= least) return relative.format(Math.round(seconds / length), unit)
  }
  return seconds > 0 ? 'in less than a minute' : 'just now'
}
