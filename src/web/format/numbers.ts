import { dollarFormat, numberFormat, percentFormat } from '../i18n/formats.ts'

/** Formats a count for the language of the page: 1,234. */
export const formatCount = (count: number): string => numberFormat().format(count)

/** Formats the number of an amount such as `1,234` or `1.5 GiB` for the language of the page. */
export const formatLocalAmount = (amount: string): string =>
  amount.replace(/\d[\d,]*(?:\.\d+)?/, number => numberFormat().format(Number(number.replaceAll(',', ''))))

/** Formats US dollars for the language of the page: $12.40. Amounts below a cent have two significant digits: $0.0042. */
export const formatDollars = (dollars: number): string =>
  dollarFormat(dollars !== 0 && Math.abs(dollars) < 0.01).format(dollars)

/** Formats a share as whole percent, rounded down, so that only a complete one is 100%. */
export const formatPercent = (part: number, total: number): string =>
  percentFormat().format(total === 0 ? 0 : Math.floor((100 * part) / total) / 100)
