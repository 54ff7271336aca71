import { memoize } from '../memoize.ts'
import type { Family } from './families.ts'
import { listTexts, type Message, type Syntax } from './message.ts'
import { segmentText } from './segments.ts'
import { tokenize } from './tokenize.ts'

/** Counts the words of a string, or of the longest of its plural forms, without tokens. `families` are those of its file, if they are known. */
export function countWords(value: Message, syntax: Syntax, locale: string, families?: readonly Family[]): number {
  return Math.max(0, ...listTexts(value).map(text => countWordsIn(stripTokens(text, syntax, families), locale)))
}

/** Letters and digits, with the marks inside a word. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*/gu
/** Scripts that write words without spaces between them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

function countWordsIn(text: string, locale: string): number {
  if (!UNSPACED.test(text)) return text.match(WORD)?.length ?? 0
  let words = 0
  for (const { isWordLike } of segmentText(text, getSegmenter(locale))) if (isWordLike === true) words += 1
  return words
}

/** Replaces each token of a string with a space. */
function stripTokens(text: string, syntax: Syntax, families: readonly Family[] | undefined): string {
  let words = ''
  let at = 0
  for (const { start, end } of tokenize(text, syntax, families)) {
    if (start < at) continue
    words += `${text.slice(at, start)} `
    at = end
  }
  return words + text.slice(at)
}

const getSegmenter = memoize(100, locale => new Intl.Segmenter(locale, { granularity: 'word' }))
