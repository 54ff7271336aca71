import { countWords } from '../l10n/message/count-words.ts'
import type { Family } from '../l10n/message/families.ts'
import type { Message, Syntax } from '../l10n/message/message.ts'

export interface CountedMessage {
  readonly value: Message
  readonly syntax: Syntax
  /** The placeholder families of its file, if they are known. */
  readonly families?: readonly Family[] | undefined
}

/** One string of a message: the whole message, or one plural form. */
export interface CountedText extends Omit<CountedMessage, 'value'> {
  /** Index of the message. */
  readonly of: number
  readonly text: string
}

/**
 * Limits of one batch: UTF-16 units and number of strings. Other jobs run between two batches. The slowest known strings, ICU messages of Thai letters and
 * placeholders, take a thread 100 to 170 milliseconds. The shortest take up to 50 microseconds each.
 */
const MAX_BATCH_UNITS = 131_072
const MAX_BATCH_TEXTS = 1_000

/** Splits the strings of messages into batches. A string always fits into one batch (`MAX_TEXT_UNITS`). */
export function* splitIntoWordBatches(messages: readonly CountedMessage[]): Generator<readonly CountedText[]> {
  let piece: CountedText[] = []
  let units = 0
  for (const [of, { value, ...rules }] of messages.entries()) {
    for (const text of typeof value === 'string' ? [value] : Object.values(value)) {
      if (piece.length === MAX_BATCH_TEXTS || (piece.length > 0 && units + text.length > MAX_BATCH_UNITS)) {
        yield piece
        piece = []
        units = 0
      }
      piece.push({ of, text, ...rules })
      units += text.length
    }
  }
  if (piece.length > 0) yield piece
}

/** Counts the words of each string, in steps of one string. */
export function* countWordBatch(texts: readonly CountedText[], locale: string): Generator<number, number[]> {
  const words: number[] = []
  for (const [at, { text, syntax, families }] of texts.entries()) {
    yield at
    words.push(countWords(text, syntax, locale, families))
  }
  return words
}

/** Adds the word counts to the items of a file, in steps. */
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
