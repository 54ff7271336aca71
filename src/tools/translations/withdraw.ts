import { inspectText } from '../../l10n/checks/check-text.ts'
import type { Batch } from './batch.ts'
import { type Rules } from './checker.ts'
import { type Withdrawn, withRestored } from './record-text.ts'
import { sourceOf } from './sources.ts'
import { type Revision, TextHistory } from './text-history.ts'
import { type Entry, mainView, type Text, type Unit } from './unit.ts'

/** A unit whose text was taken back, and what its revision says of that. */
export interface Step {
  readonly after: Unit
  readonly withdrawn: Withdrawn
}

/** Takes a text of a unit back to the text before it, made from the same source; to none when there was none. */
export async function withdraw(unit: Unit, entry: Entry, text: Text, rules: Rules, batch: Batch): Promise<Step> {
  const to = await new TextHistory(unit.id, text.src, batch.tx).beforeText(text.value)
  return takeBack(unit, entry, { src: text.src, to }, rules, batch)
}

/** Gives a unit the text for the source `src` that the revision `to` has, checked as of now; takes it away when that has none. */
export function takeBack(
  unit: Unit,
  entry: Entry,
  { src, to }: { readonly src: string; readonly to: Revision | undefined },
  rules: Rules,
  { at, origin }: Pick<Batch, 'at' | 'origin'>,
): Step {
  const withdrawn = { src, origin, ...(to !== undefined && { restores: to.id }) }
  if (to === undefined || to.state === 'untranslated') {
    const texts = unit.texts.filter(text => text.src !== src)
    return { after: mainView({ ...unit, rev: unit.rev + 1, texts }, entry, at), withdrawn }
  }
  const { value, state, note, origin: writer } = to
  const findings = inspectText({ ...rules, source: sourceOf(entry, src), target: value })
  const text = { src, value, state, origin: writer, findings, ...(note !== undefined && { note }) }
  return { after: withRestored(unit, entry, text, at), withdrawn }
}
