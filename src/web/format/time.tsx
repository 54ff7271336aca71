import { distanceFormat } from '../i18n/formats.ts'
import { t } from '../i18n/t.ts'
import { useRequest } from '../requests/page-request.ts'
import { formatDay } from './day.ts'

interface TimeProps {
  /** RFC 3339; null means never. */
  readonly at: string | null
  /** The time to count from; default: now. */
  readonly from?: Date
  /** Whether the date follows in parentheses, as for an expiration. */
  readonly isDated?: boolean
}

const DAY_S = 24 * 60 * 60

/** Each unit with its length, and the shortest time for which it is used, in seconds. */
const UNITS = [
  ['month', 30 * DAY_S, 60 * DAY_S],
  ['day', DAY_S, DAY_S],
  ['hour', 60 * 60, 60 * 60],
  ['minute', 60, 60],
] as const

/** A time relative to now; its title has the exact time. */
export function Time({ at, from = useRequest().services.now(), isDated = false }: TimeProps) {
  if (at === null) return <>{t('format.never')}</>
  return (
    <time dateTime={at} title={`${at.slice(0, 16).replace('T', ' ')} UTC`}>
      {formatRelativeTime(at, from)}
      {isDated && ` (${formatDay(at.slice(0, 10))})`}
    </time>
  )
}

/** Formats the distance from now, such as "3 days ago" or "in 2 hours". */
function formatRelativeTime(at: string, now: Date): string {
  const relative = distanceFormat()
  const seconds = (Date.parse(at) - now.getTime()) / 1000
  if (Math.abs(seconds) >= 2 * 365 * DAY_S) return relative.format(countYears(new Date(at), now), 'year')
  for (const [unit, length, least] of UNITS) {
    if (Math.abs(seconds) >= least) return relative.format(Math.round(seconds / length), unit)
  }
  return seconds > 0 ? t('format.soon') : t('format.just_now')
}

/** Returns the nearest number of calendar years between two instants. */
function countYears(to: Date, from: Date): number {
  const fraction = (date: Date): number => {
    const year = date.getUTCFullYear()
    const [start, end] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)]
    return year + (date.getTime() - start) / (end - start)
  }
  return Math.round(fraction(to) - fraction(from))
}
