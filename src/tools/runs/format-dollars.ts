/** Created at first use: the first format of a process takes 20 milliseconds. */
let formats: { readonly cents: Intl.NumberFormat; readonly fractions: Intl.NumberFormat } | undefined

/** Formats US dollars: $12.40. Amounts below a cent have two significant digits: $0.0042. */
export function formatDollars(dollars: number): string {
  formats ??= { cents: createFormat({}), fractions: createFormat({ maximumSignificantDigits: 2 }) }
  const { cents, fractions } = formats
  return dollars !== 0 && Math.abs(dollars) < 0.01 ? fractions.format(dollars) : cents.format(dollars)
}

const createFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', ...options })
