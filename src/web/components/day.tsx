const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** A date for people: 1 March 2027. */
export function Day({ at }: { readonly at: string }) {
  return <time dateTime={at}>{DAY.format(new Date(at))}</time>
}
