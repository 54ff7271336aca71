import { segmentText } from '../message/segments.ts'
import type { Finding } from './check.ts'
import type { CheckContext } from './context.ts'

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Finds forms longer than the entry's limit, in graphemes; placeholders count as written. */
export function maxLength({ forms, maxLength: limit }: CheckContext): Finding[] {
  if (limit === undefined) return []
  return forms.flatMap(({ target: { text }, category }) => {
    // A grapheme has at least one unit, so shorter strings need no segmenting.
    const length = text.length <= limit ? 0 : countItems(segmentText(text, segmenter))
    if (length <= limit) return []
    const which = category === undefined ? 'The translation' : `Plural form ${category}`
    const message = `${which} has ${length} characters; the limit is ${limit}.`
    return [{ id: 'max_length', level: 'error', message, fix: `Shorten it by ${length - limit} or more.` } as const]
  })
}

function countItems(items: Iterable<unknown>): number {
  let count = 0
  for (const _ of items) count += 1
  return count
}
