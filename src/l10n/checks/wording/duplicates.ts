import { quote } from '../../../text/quote.ts'
import { firstText, type Message, messageUnits, sameMessage } from '../../message/message.ts'
import { type CheckContext, defineCheck, type Fault } from '../define-check.ts'
import { widthOf } from './lengths.ts'

export const inconsistent = defineCheck({
  id: 'inconsistent',
  level: 'warning',
  finds:
    'Another translation of the same source string elsewhere in the project. For a short source, which can have two meanings, it is an info.',
  why: 'Users see two words for one thing, and take them for two things.',
  examples: [],
  isNeeded: ({ elsewhere }) => elsewhere !== undefined,
  find: findInconsistent,
})

function* findInconsistent(context: CheckContext): Generator<Fault> {
  const { source, target, elsewhere = [], doNotTranslate, equalsFallback } = context
  if (doNotTranslate === true || equalsFallback === true || elsewhere.length === 0) return
  const compared = elsewhere.slice(0, MAX_COMPARED)
  const others = compared.filter(other => !sameMessage(other, target.value))
  const [other] = others
  // Most translations agree with this one: the finding is theirs.
  if (other === undefined || others.length < compared.length - others.length + 1) return
  const isShort = source.texts.every(([, text]) => widthOf(text) < MIN_WIDTH)
  yield {
    ...(isShort && { level: 'info' }),
    message: `The same source is translated as ${quote(firstText(other))} elsewhere.`,
    fix: 'Use the same translation, or ignore this finding if the meaning differs.',
  }
}

export const duplicateTranslation = defineCheck({
  id: 'duplicate_translation',
  level: 'warning',
  finds:
    'A translation that is also the translation of another source string. For short or similar sources it is an info.',
  why: 'The text belongs to another string: rows of a list were shifted or mixed up.',
  examples: [],
  isNeeded: ({ twins }) => twins !== undefined,
  find: findDuplicate,
})

/** Most other texts that are compared. */
const MAX_COMPARED = 50
/** Most UTF-16 units of a source that are compared. */
const MAX_UNITS = 2_000
/** Latin letters of the shortest source that hardly has two meanings, and of the shortest translation that two sources hardly share. */
const MIN_WIDTH = 25

function* findDuplicate(context: CheckContext): Generator<Fault> {
  const { source, target, twins = [], doNotTranslate, equalsFallback } = context
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
