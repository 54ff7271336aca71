/** Formats a time that passed, in its two largest units: 2 min 5 s. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [minutes, hours, days] = [60, 3600, 86_400].map(unit => Math.floor(seconds / unit)) as [number, number, number]
  if (minutes === 0) return `${seconds} s`
  if (hours === 0) return `${minutes} min ${seconds % 60} s`
  return days === 0 ? `${hours} h ${minutes % 60} min` : `${days} d ${hours % 24} h`
}
