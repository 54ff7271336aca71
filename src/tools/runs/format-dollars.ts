/** `$1,234.50`; amounts below a cent with up to six digits. */
export const formatDollars = (amount: number): string =>
  `$${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: amount < 0.01 ? 6 : 2 })}`
