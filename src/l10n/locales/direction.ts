import { memoize } from '../memoize.ts'

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = new Set([
  'Adlm',
  'Arab',
  'Aran',
  'Hebr',
  'Mand',
  'Mend',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
  'Yezi',
])

/** Whether a locale is written from right to left, by its likely script. */
export const isRightToLeft = memoize(500, locale => RIGHT_TO_LEFT.has(new Intl.Locale(locale).maximize().script ?? ''))
