import { z } from 'zod'

/** Locales of an answer: a file may have hundreds. */
const MAX_LOCALES = 50

/** Units by target locale: the first 50. */
export const localeCountFields = {
  locales: z.record(z.string(), z.number()).optional(),
  more_locales: z.number().int().optional(),
}

/** Limits counts by locale for an answer, the largest first. */
export function limitLocales(counts: Readonly<Record<string, number>>) {
  const all = Object.entries(counts).sort(([, a], [, b]) => b - a)
  return {
    locales: Object.fromEntries(all.slice(0, MAX_LOCALES)),
    ...(all.length > MAX_LOCALES && { more_locales: all.length - MAX_LOCALES }),
  }
}
