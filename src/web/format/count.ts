import { numberFormat } from '../i18n/formats.ts'

/** Formats a count for the language of the page: 1,234. */
export const formatCount = (count: number): string => numberFormat().format(count)
