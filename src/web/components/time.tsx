interface TimeProps {
  /** RFC 3339; null = it never happened. */
  readonly at: string | null
  readonly now: Date
}

const UNITS = [
  ['year', 365 * 24 * 60 * 60],
  ['month', 30 * 24 * 60 * 60],
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** When something was or will be, as people say it; exactly where a pointer rests. */
export function Time({ at, now }: TimeProps) {
  if (at === null) return <>never</>
  return (
    <time dateTime={at} title={`${at.slice(0, 16).replace('T', ' ')} UTC`}>
      {toWords(at, now)}
    </time>
  )
}

function toWords(at: string, now: Date): string {
  const seconds = (Date.parse(at) - now.getTime()) / 1000
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit)
  }
  return seconds > 0 ? 'in less than a minute' : 'just now'
}
