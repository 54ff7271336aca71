import { segmentText } from '../message/segments.ts'
import type { Finding } from './check.ts'
import type { CheckContext } from './context.ts'

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** No form is longer than the entry allows, counted in what people see as characters and with placeholders as they are written. */
export function maxLength({ forms, maxLength: limit }: CheckContext): Finding[] {
  if (limit === undefined) return []
  return forms.flatMap(({ target: { text }, category }) => {
    // A grapheme is at least one unit, so a text that short needs no segmenting.
    const length = text.length <= limit ? 0 : countItems(segmentText(text, segmenter))
    if (length <= limit) return []
    const which = category === undefined ? 'The text' : `The form ${category}`
    const message = `${which} has ${length} characters; ${limit} are allowed.`
    return [{ id: 'max_length', level: 'error', message, fix: `Shorten it by ${length - limit}.` } as const]
  })
}

function countItems(items: Iterable<unknown>): number {
  let count = 0
  for (const _ of items) count += 1
  return count
}
