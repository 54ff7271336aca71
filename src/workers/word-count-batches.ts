import { countWords } from '../l10n/message/count-words.ts'
import type { Message, Syntax } from '../l10n/message/message.ts'

/** A message whose words are counted. */
export interface CountedMessage {
  readonly value: Message
  readonly syntax: Syntax
}

/** One text of it: the whole message, or one plural form. */
export interface CountedText {
  /** The number of the message. */
  readonly of: number
  readonly text: string
  readonly syntax: Syntax
}

/**
 * UTF-16 units and texts that are counted together; behind each such piece others have their turn. The most costly texts that were found, ICU messages of
 * Thai letters and placeholders, take a thread 100 to 170 milliseconds; the shortest take up to 50 microseconds each.
 */
const MAX_BATCH_UNITS = 131_072
const MAX_BATCH_TEXTS = 1_000

/** The texts of messages in pieces. One text alone is never longer than a piece. */
export function* splitIntoWordBatches(messages: readonly CountedMessage[]): Generator<readonly CountedText[]> {
  let piece: CountedText[] = []
  let units = 0
  for (const [of, { value, syntax }] of messages.entries()) {
    for (const text of typeof value === 'string' ? [value] : Object.values(value)) {
      if (piece.length === MAX_BATCH_TEXTS || (piece.length > 0 && units + text.length > MAX_BATCH_UNITS)) {
        yield piece
        piece = []
        units = 0
      }
      piece.push({ of, text, syntax })
      units += text.length
    }
  }
  if (piece.length > 0) yield piece
}

/** Counts the words of each text; a step for each. */
export function* countWordBatch(texts: readonly CountedText[], locale: string): Generator<number, number[]> {
  const words: number[] = []
  for (const [at, { text, syntax }] of texts.entries()) {
    yield at
    words.push(countWords(text, syntax, locale))
  }
  return words
}

/** The items of a file, each with the number of its words. */
export function* addWordCounts<Item>(
  items: readonly Item[],
  words: readonly number[],
): Generator<void, (Item & { readonly words: number })[]> {
  const counted: (Item & { readonly words: number })[] = []
  for (const [at, item] of items.entries()) {
    counted.push({ ...item, words: words[at] ?? 0 })
    yield
  }
  return counted
}
