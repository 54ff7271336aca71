import { quote } from '../../../text/quote.ts'
import { firstText, sameMessage } from '../../message/message.ts'
import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
import { widthOf } from './width.ts'

export const inconsistent = defineCheck({
  id: 'inconsistent',
  level: 'warning',
  finds:
    'Another translation of the same source string elsewhere in the project. For a short source, which can have two meanings, it is an info.',
  why: 'Users see two words for one thing, and take them for two things.',
  examples: [],
  isNeeded: ({ elsewhere }) => elsewhere !== undefined,
  find,
})

/** Most translations that are compared. */
const MAX_COMPARED = 50
/** Latin letters of the shortest source that hardly has two meanings. */
const MIN_WIDTH = 25

function* find({ source, target, elsewhere = [], doNotTranslate, equalsFallback }: CheckContext): Generator<Fault> {
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
