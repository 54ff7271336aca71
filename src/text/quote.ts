import { echo, echoList } from './escape.ts'

/** Untrusted text for a message, in double quotes: punctuation behind it is not read as a part of it. */
export const quote = (text: string): string => `"${echo(text)}"`

/** The first values for a message, 20 by default, each in double quotes, and the number of the others. */
export const quoteList = (values: Iterable<string>, most?: number): string => echoList(values, quote, most)

/** How often something occurs, in a sentence. */
export const formatTimes = (count: number): string =>
  count === 0 ? 'not at all' : count === 1 ? 'once' : `${count} times`
