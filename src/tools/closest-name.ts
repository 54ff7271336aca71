import { distance } from 'fastest-levenshtein'

/** Names that one search compares with the word. */
const MAX_COMPARED = 5_000
/** How long one search takes, in milliseconds. */
const MAX_SEARCH_MS = 2
/** Names that are passed over between two looks at the clock. */
const NAMES_PER_CLOCK_CHECK = 64
/** UTF-16 units of a word that may be a slip of a name. */
const MAX_WORD_LENGTH = 160

/** The nearest of some names, when one is near enough to be meant. `clock` counts milliseconds. */
export function findClosestName(
  word: string,
  names: Iterable<string>,
  clock = () => performance.now(),
): string | undefined {
  if (word.length > MAX_WORD_LENGTH) return undefined
  const wanted = word.toLowerCase()
  const end = clock() + MAX_SEARCH_MS
  let found: string | undefined
  let least = Math.max(2, Math.floor(word.length / 3)) + 1
  let compared = 0
  let seen = 0
  for (const name of names) {
    seen += 1
    if (seen % NAMES_PER_CLOCK_CHECK === 0 && clock() > end) break
    if (Math.abs(name.length - word.length) >= least) continue
    const far = distance(wanted, name.toLowerCase())
    if (far < least) {
      found = name
      least = far
    }
    compared += 1
    if (compared === MAX_COMPARED || least === 0) break
  }
  return found
}
