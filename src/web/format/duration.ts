import { t } from '../i18n/t.ts'

const UNITS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const

/** Formats a duration in milliseconds in the largest unit that divides it: 30 days. */
export function formatDuration(ms: number): string {
  const { unit, ms: length } = UNITS.find(one => ms % one.ms === 0) ?? { unit: 'second' as const, ms: 1000 }
  return t(`format.duration.${unit}`, { count: ms / length })
}
