import { quote } from '../../../text/quote.ts'
import { firstText, type Message, messageUnits } from '../../message/message.ts'
import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
import { widthOf } from './width.ts'

export const duplicateTranslation = defineCheck({
  id: 'duplicate_translation',
  level: 'warning',
  finds:
    'A translation that is also the translation of another source string. For short or similar sources it is an info.',
  why: 'The text belongs to another string: rows of a list were shifted or mixed up.',
  examples: [],
  isNeeded: ({ twins }) => twins !== undefined,
  find,
})

/** Most sources that are compared. */
const MAX_COMPARED = 50
/** Most UTF-16 units of a source that are compared. */
const MAX_UNITS = 2_000
/** Latin letters of the shortest translation that two sources hardly share. */
const MIN_WIDTH = 25

function* find({ source, target, twins = [], doNotTranslate, equalsFallback }: CheckContext): Generator<Fault> {
  if (doNotTranslate === true || equalsFallback === true || twins.length === 0) return
  const own = readWords(source.value)
  const different = twins
    .slice(0, MAX_COMPARED)
    .map(twin => ({ twin, likeness: measureLikeness(own, readWords(twin)) }))
    .filter(({ likeness }) => likeness < 1)
  const [nearest] = different.toSorted((a, b) => b.likeness - a.likeness)
  if (nearest === undefined) return
  const isShort = target.texts.every(([, text]) => widthOf(text) < MIN_WIDTH)
  yield {
    ...((isShort || nearest.likeness > 0.4) && { level: 'info' }),
    message: `This is also the translation of ${quote(firstText(nearest.twin))}.`,
    fix: 'Check that the text belongs to this string.',
  }
}

/** The words of a source in lower case, without punctuation. */
function readWords(message: Message): ReadonlySet<string> {
  const text = messageUnits(message) > MAX_UNITS ? firstText(message).slice(0, MAX_UNITS) : firstText(message)
  return new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
}

/** The share of words that two texts have in common. */
function measureLikeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const word of one) if (other.has(word)) common += 1
  const all = one.size + other.size - common
  return all === 0 ? 1 : common / all
}
