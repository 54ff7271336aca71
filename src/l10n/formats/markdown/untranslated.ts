/** Words that a text must have before its likeness to the source proves something. */
const MIN_WORDS = 5
/** The share of words that a text has in common with the source that it copies. */
const MIN_SHARE = 0.75

/**
 * Returns whether a text of a target file is the source, or a former version of it, and not a translation: it is the same, or shares three of four words with it.
 */
export function isUntranslated(source: string, text: string): boolean {
  if (source === text) return true
  const [ours, theirs] = [listWords(source), listWords(text)]
  const most = Math.max(ours.length, theirs.length)
  if (Math.min(ours.length, theirs.length) < MIN_WORDS) return false
  const left = new Map<string, number>()
  for (const word of ours) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of theirs) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    shared += 1
  }
  return shared / most >= MIN_SHARE
}

/** Lower-case words, without those in code, expressions, tags and link targets, which a translation keeps. */
const listWords = (text: string): readonly string[] =>
  text
    .replace(/`[^`]*`|\]\([^()\s]*\)|\{[^{}]*\}/g, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .toLowerCase()
    .match(/\p{L}+/gu) ?? []
