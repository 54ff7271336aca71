import { carryOver } from '../../l10n/translation/carry-over.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import type { Computation } from '../../workers/computation.ts'
import { type CheckRules, toRecheckRequest } from './check-rules.ts'
import type { Entry, TextVersion, Translation } from './records.ts'

/** Checks a stale text with the source and note of now, then carries it over; see `carryOver`. */
export async function checkAndCarryOver(
  { translation, entry, line, text, rules, computed }: CarryOverInput,
  state: TextVersion['state'],
  at: string,
): Promise<{ readonly after: Translation } | { readonly errors: TextVersion['findings'] }> {
  const { findings } = await computed.check(toRecheckRequest({ entry, line, value: text.value }, rules))
  return carryOver({ translation, entry, src: line.src, text }, findings, state, at)
}

interface CarryOverInput {
  readonly translation: Translation
  readonly entry: Entry
  /** Hash of the source that the branch has. */
  readonly line: SourceLine
  /** The text that the branch shows. */
  readonly text: TextVersion
  readonly rules: CheckRules
  readonly computed: Computation
}
