import type { Message } from '../../l10n/message.ts'
import type { Transaction } from '../../store/store.ts'
import { type Submission, sameMessage, type Verdict } from './judge.ts'
import { isSameWriter } from './origin.ts'
import { mainView, type Unit } from './unit.ts'

interface Recording {
  readonly tx: Transaction
  readonly at: string
  readonly batchId: string
  readonly newId: () => string
}

/** The newest are kept, one of each writer for a source: whoever reviews reads no more. */
const MOST_SUGGESTIONS = 20

/** The unit as it is with an accepted text, or with a suggestion beside its text. */
export function unitAfter(
  submission: Submission,
  verdict: Verdict,
  { at, batchId }: Pick<Recording, 'at' | 'batchId'>,
): Unit {
  const { entry, src, unit, origin } = submission
  if (verdict.kind === 'accepted') {
    const { value, state, findings } = verdict
    const rev = unit.rev + 1
    const text = { src, value, state, rev, origin, findings: findings.map(finding => ({ ...finding })), at }
    const others = unit.texts.filter(other => other.src !== src)
    return mainView({ ...unit, rev, texts: [text, ...others] }, entry, at)
  }
  if (verdict.kind !== 'suggested' || isSuggested(unit, src, verdict.value)) return unit
  const others = unit.suggestions.filter(other => !(other.src === src && isSameWriter(other.origin, origin)))
  const suggestion = { value: verdict.value, src, origin, batch_id: batchId, at }
  return { ...unit, suggestions: [...others, suggestion].slice(-MOST_SUGGESTIONS) }
}

/** Writes a unit that a submission changed, and the revision that it made. */
export async function recordUnit(before: Unit, after: Unit, { tx, batchId, newId }: Recording): Promise<void> {
  if (after === before) return
  if ((await tx.translations.get(after.id)) === undefined) await tx.translations.insert(after)
  else await tx.translations.put(after)
  const [text] = after.texts
  if (text === undefined || after.rev === before.rev) return
  const { src, value, state, rev, origin, at } = text
  await tx.revisions.append({
    id: newId(),
    project_id: after.project_id,
    entry_id: after.entry_id,
    locale: after.locale,
    translation_id: after.id,
    rev,
    src,
    value,
    state,
    origin,
    batch_id: batchId,
    at,
  })
}

const isSuggested = (unit: Unit, src: string, value: Message): boolean =>
  unit.suggestions.some(suggestion => suggestion.src === src && sameMessage(suggestion.value, value))
