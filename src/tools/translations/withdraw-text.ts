import type { Computation } from '../../workers/computation.ts'
import type { Batch } from './batch.ts'
import { type CheckRules, type TextToCheck, toRecheckRequest } from './check-rules.ts'
import { type Withdrawn, withRestored } from './record-text.ts'
import { type Revision, TextHistory } from './text-history.ts'
import { type Entry, type Text, type Unit, withMainView } from './unit.ts'

/** A unit whose text was taken back, and what its revision says of that. */
export interface WithdrawalStep {
  readonly after: Unit
  readonly withdrawn: Withdrawn
}

/** Takes a text of a unit back to the text before it, made from the same source; to none when there was none. */
export async function withdrawText(
  unit: Unit,
  entry: Entry,
  { src, value }: Text,
  checking: Checking,
  batch: Batch,
): Promise<WithdrawalStep> {
  const to = await new TextHistory(unit.id, src, batch.tx).beforeText(value)
  return restoreText(unit, entry, { src, to }, checking, batch)
}

interface Checking {
  readonly rules: CheckRules
  readonly computed: Computation
}

/** The source and revision that a text goes back to; without one, or with one that has no text, the unit loses its text. */
interface RestoreTarget {
  readonly src: string
  readonly to: Revision | undefined
}

/** The text that comes back, which is checked again. */
export const findRestoredText = (entry: Entry, { src, to }: RestoreTarget): TextToCheck | undefined =>
  to === undefined || to.state === 'untranslated' ? undefined : { entry, src, value: to.value }

/** Gives a unit the text for the source `src` that the revision `to` has, checked as of now; takes it away when that has none. */
export async function restoreText(
  unit: Unit,
  entry: Entry,
  { src, to }: RestoreTarget,
  { rules, computed }: Checking,
  { at, origin }: Pick<Batch, 'at' | 'origin'>,
): Promise<WithdrawalStep> {
  const withdrawn = { src, origin, ...(to !== undefined && { restores: to.id }) }
  if (to === undefined || to.state === 'untranslated') {
    const texts = unit.texts.filter(text => text.src !== src)
    return { after: withMainView({ ...unit, rev: unit.rev + 1, texts }, entry, at), withdrawn }
  }
  const { value, state, note, origin: writer } = to
  const { findings } = await computed.check(toRecheckRequest({ entry, src, value }, rules))
  const text = { src, value, state, origin: writer, findings, ...(note !== undefined && { note }) }
  return { after: withRestored(unit, entry, text, at), withdrawn }
}
