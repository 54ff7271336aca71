import { CONTROL_CHARACTER, HIDDEN_CHARACTER } from './invisible-characters.ts'

const INVISIBLE = new RegExp(`${HIDDEN_CHARACTER.source}|(?![\\n\\t])${CONTROL_CHARACTER.source}`, 'gu')
/** Maximum length of untrusted text in a message, in UTF-16 units. */
const MAX_ECHO = 200
/** Maximum number of list items in a message. */
const MAX_LISTED = 20

/**
 * Replaces each invisible character of user-written text by its name, such as `<U+202E>`. For names and notes; source
 * strings and translations stay as they are.
 */
export const escapeInvisible = (text: string): string => text.replace(INVISIBLE, char => `<${formatCodePoint(char)}>`)

/** Removes what `escapeInvisible` names: for text that a user typed, who can't see it. */
export const removeInvisible = (text: string): string => text.replaceAll(INVISIBLE, '')

/** Untrusted text for a message: escaped, at most 200 units, without half a character at the cut. */
export function echo(text: string): string {
  // Only the part that may be shown is escaped: the text may be a megabyte.
  const escaped = escapeInvisible(text.slice(0, MAX_ECHO + 1))
  return escaped.length <= MAX_ECHO ? escaped : `${escaped.slice(0, MAX_ECHO - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The first names for a message, 20 by default, and the number of the others. */
export function echoList(names: Iterable<string>, show = echo, most = MAX_LISTED): string {
  const first: string[] = []
  let count = 0
  for (const name of names) {
    count += 1
    if (first.length < most) first.push(show(name))
  }
  return `${first.join(', ')}${count > most ? ` and ${count - most} more` : ''}`
}

/** `U+200B`: the name of a character in messages. */
export const formatCodePoint = (char: string): string =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
