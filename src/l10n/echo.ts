/** UTF-16 units of a text of somebody that a message repeats. */
const MAX_ECHO = 200
/** Parts of a list that a message repeats. */
const MAX_LISTED = 20

/** A text of somebody as a message repeats it: at most 200 units, and nothing of a character that is cut in two. */
export const echo = (text: string): string =>
  text.length <= MAX_ECHO ? text : `${text.slice(0, MAX_ECHO - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

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
