import { segmentsOf } from '../segments.ts'
import type { Finding } from './check.ts'
import type { CheckContext } from './context.ts'

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** No form is longer than the entry allows, counted in what people see as characters and with placeholders as they are written. */
export function maxLength({ forms, maxLength: limit }: CheckContext): Finding[] {
  if (limit === undefined) return []
  return forms.flatMap(({ target, category }) => {
    // A grapheme is at least one unit, so a text that short needs no segmenting.
    const length = target.length <= limit ? 0 : [...segmentsOf(target, segmenter)].length
    if (length <= limit) return []
    const which = category === undefined ? 'The text' : `The form ${category}`
    const message = `${which} has ${length} characters; ${limit} are allowed.`
    return [{ id: 'max_length', level: 'error', message, fix: `Shorten it by ${length - limit}.` } as const]
  })
}
