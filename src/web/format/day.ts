import { dayFormat } from '../i18n/formats.ts'
import { t } from '../i18n/t.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Formats a day such as 2026-12-22 for readers: Dec 22, 2026. */
export const formatDay = (day: string): string => dayFormat().format(new Date(`${day}T00:00:00Z`))

/** Like `formatDay`, but relative to now (UTC) if that is shorter: Today, Yesterday. */
export function formatRecentDay(day: string, now: Date): string {
  if (day === toDay(now)) return t('format.today')
  return day === daysBefore(now, 1) ? t('format.yesterday') : formatDay(day)
}

/** Returns the UTC day of an instant: 2026-12-22. */
export const toDay = (at: Date): string => at.toISOString().slice(0, 10)

export const daysBefore = (now: Date, count: number): string => toDay(new Date(now.getTime() - count * DAY_MS))
