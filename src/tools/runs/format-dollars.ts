const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const fractions = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 })

/** Formats US dollars: $12.40. Amounts below a cent have two significant digits: $0.0042. */
export const formatDollars = (dollars: number): string =>
  dollars !== 0 && Math.abs(dollars) < 0.01 ? fractions.format(dollars) : cents.format(dollars)
