import { t } from '../i18n/t.ts'
/** Formats a time that passed, in its two largest units: 2 min 5 s. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [minutes, hours, days] = [60, 3600, 86_400].map(unit => Math.floor(seconds / unit)) as [number, number, number]
  if (minutes === 0) return t('format.elapsed.seconds', { seconds })
  if (hours === 0) return t('format.elapsed.minutes', { minutes, seconds: seconds % 60 })
  return days === 0
    ? t('format.elapsed.hours', { hours, minutes: minutes % 60 })
    : t('format.elapsed.days', { days, hours: hours % 24 })
}
