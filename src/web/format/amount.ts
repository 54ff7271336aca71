import { numberFormat } from '../i18n/formats.ts'

/** Formats the number of an amount such as `1,234` or `1.5 GiB` for the language of the page. */
export const formatLocalAmount = (amount: string): string =>
  amount.replace(/\d[\d,]*(?:\.\d+)?/, number => numberFormat().format(Number(number.replaceAll(',', ''))))
