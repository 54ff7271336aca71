import { percentFormat } from '../i18n/formats.ts'

/** Formats a share as whole percent, rounded down, so that only a complete one is 100%. */
export const formatPercent = (part: number, total: number): string =>
  percentFormat().format(total === 0 ? 0 : Math.floor((100 * part) / total) / 100)
