import type { Computation } from '../../workers/computation.ts'
import { type CheckRules, toRecheckRequest } from './check-rules.ts'
import { withText } from './record-text.ts'
import { type Entry, hasError, type Text, type Unit } from './unit.ts'

/**
 * A unit whose stale text holds for the source that the branch has, and for the note of now: the same text by the same writer, in `state`.
 * What is wrong with it there, and nobody chose to ignore, comes instead.
 */
export async function carryOver(
  { unit, entry, src, text, rules, computed }: CarryOverInput,
  state: Text['state'],
  at: string,
): Promise<{ readonly after: Unit } | { readonly errors: Text['findings'] }> {
  const { value, origin } = text
  const { findings } = await computed.check(toRecheckRequest({ entry, src, value }, rules))
  const after = withText(unit, entry, { src, value, state, origin, findings }, at)
  const newest = after.texts[0]
  if (newest === undefined || !hasError(after, newest)) return { after }
  return { errors: findings.filter(({ level }) => level === 'error') }
}

export interface CarryOverInput {
  readonly unit: Unit
  readonly entry: Entry
  /** The source that the branch has. */
  readonly src: string
  /** The text that the branch shows. */
  readonly text: Text
  readonly rules: CheckRules
  readonly computed: Computation
}
