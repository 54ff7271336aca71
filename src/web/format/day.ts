const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day such as 2026-12-22 as people read it: Dec 22, 2026. */
export const formatDay = (day: string): string => days.format(new Date(`${day}T00:00:00Z`))
