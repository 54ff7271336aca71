import { segmentText } from '../../message/count-words.ts'
import { type CheckContext, defineCheck, type Fault } from '../define-check.ts'

/** Counts graphemes; placeholders count as written. */
export const maxLength = defineCheck({
  id: 'max_length',
  level: 'error',
  finds: 'A translation longer than the limit of its string, in characters as users see them.',
  why: 'The text is cut off, or a store rejects it.',
  standard: 'Unicode UAX #29, extended grapheme clusters',
  examples: [],
  isNeeded: context => context.maxLength !== undefined,
  find,
})

function find({ forms, maxLength: limit }: CheckContext): Fault[] {
  if (limit === undefined) return []
  return forms.flatMap(({ target: { text }, category }) => {
    // A grapheme has at least one unit, so shorter strings need no segmenting.
    const length = text.length <= limit ? 0 : countItems(segmentText(text, segmenter))
    if (length <= limit) return []
    const which = category === undefined ? 'The translation' : `Plural form ${category}`
    const message = `${which} has ${length} characters; the limit is ${limit}.`
    return [{ message, fix: `Shorten it by ${length - limit} or more.` }]
  })
}

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

function countItems(items: Iterable<unknown>): number {
  let count = 0
  for (const _ of items) count += 1
  return count
}
