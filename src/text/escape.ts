import { CONTROL_CHARACTER, HIDDEN_CHARACTER } from './invisible-characters.ts'

const INVISIBLE = new RegExp(`${HIDDEN_CHARACTER.source}|(?![\\n\\t])${CONTROL_CHARACTER.source}`, 'gu')
/** UTF-16 units of a text of somebody that a message repeats. */
const MAX_ECHO = 200
/** Parts of a list that a message repeats. */
const MAX_LISTED = 20

/** Text that people wrote, with each character that nobody sees by its name, as `<U+202E>`. For names and notes; what is to be translated stays as it is. */
export const escapeInvisible = (text: string): string => text.replace(INVISIBLE, formatCodePoint)

/** A text of somebody as a message repeats it: as `shown`, at most 200 units, and nothing of a character that is cut in two. */
export function echo(text: string): string {
  // What is cut away is not looked at: it may be a megabyte.
  const escaped = escapeInvisible(text.slice(0, MAX_ECHO + 1))
  return escaped.length <= MAX_ECHO ? escaped : `${escaped.slice(0, MAX_ECHO - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Names as a message lists them: the first 20, and how many more there are. */
export function echoList(names: Iterable<string>): string {
  const first: string[] = []
  let count = 0
  for (const name of names) {
    count += 1
    if (first.length < MAX_LISTED) first.push(echo(name))
  }
  return `${first.join(', ')}${count > MAX_LISTED ? ` and ${count - MAX_LISTED} more` : ''}`
}

const formatCodePoint = (char: string): string =>
  `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`
