import { distance } from 'fastest-levenshtein'

/** Names that one search compares. */
const MAX_COMPARED = 5_000
/** Time limit of one search, in milliseconds. */
const MAX_SEARCH_MS = 2
/** Names between two checks of the clock. */
const NAMES_PER_CLOCK_CHECK = 128
/** Longest word that is searched for, in UTF-16 units. */
const MAX_WORD_LENGTH = 160

/** The name nearest to a mistyped word, by edit distance; undefined if none is close. `clock` counts milliseconds. */
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
