import { dollarFormat } from '../i18n/formats.ts'

/** Formats US dollars for the language of the page: $12.40. Amounts below a cent have two significant digits: $0.0042. */
export const formatDollars = (dollars: number): string =>
  dollarFormat(dollars !== 0 && Math.abs(dollars) < 0.01).format(dollars)
