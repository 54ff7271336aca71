import { echo } from './escape.ts'

/** Maximum number of values in a list of a message. */
const MAX_LISTED = 20

/** Untrusted text for a message, in double quotes: punctuation behind it is not read as a part of it. */
export const quote = (text: string): string => `"${echo(text)}"`

/** The first 20 values for a message, each in double quotes, and the number of the others. */
export function quoteList(values: Iterable<string>): string {
  const first: string[] = []
  let count = 0
  for (const value of values) {
    count += 1
    if (first.length < MAX_LISTED) first.push(quote(value))
  }
  return `${first.join(', ')}${count > MAX_LISTED ? ` and ${count - MAX_LISTED} more` : ''}`
}
