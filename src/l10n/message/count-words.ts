import { memoize } from '../memoize.ts'
import type { Family } from './families.ts'
import { listTexts, type Message, type Syntax } from './message.ts'
import { tokenize } from './placeholder-tokens.ts'

/** UTF-16 code units to segment at a time: the engine's cost per segment grows with the length of the text. */
const WINDOW = 200
/** Segments at the end of a window that the following text can change. */
const UNSURE = 3

/** Yields the segments of a text in order, in linear time. Words over 200 code units can be split. */
export function* segmentText(text: string, segmenter: Intl.Segmenter): Generator<Intl.SegmentData> {
  let start = 0
  while (start < text.length) {
    const segments = [...segmenter.segment(text.slice(start, start + WINDOW))]
    const isLast = start + WINDOW >= text.length
    const sure = isLast || segments.length <= UNSURE ? segments : segments.slice(0, -UNSURE)
    yield* sure
    start += sure.reduce((length, { segment }) => length + segment.length, 0)
  }
}

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
