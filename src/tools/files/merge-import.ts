import type { TargetEntry } from '../../l10n/formats/format.ts'
import { sameMessage } from '../../l10n/message.ts'
import { shownText, type Text, type Unit } from '../translations/unit.ts'
import type { ReadBack } from './read-back.ts'

/** A text of an imported file, what the file imported before it had, and the unit that it is for. */
export interface Incoming {
  readonly unit: Unit
  /** The source that the branch has. */
  readonly src: string
  readonly theirs: TargetEntry
  readonly base: TargetEntry | undefined
  /** The text here as the file has it; undefined where it is the same as theirs, and where there is none. */
  readonly written: ReadBack | undefined
}

export type Merged =
  | { readonly kind: 'imported'; readonly state: Text['state'] }
  /** The same text; only what the file says of its state is new. */
  | { readonly kind: 'restated'; readonly state: Text['state']; readonly origin: Text['origin'] }
  | { readonly kind: 'unchanged' }
  /** It was changed here, and not in the file. */
  | { readonly kind: 'kept' }
  /** It was changed on both sides: theirs is a suggestion. */
  | { readonly kind: 'conflict' }
  /** Approved or locked: theirs is a suggestion. */
  | { readonly kind: 'suggested' }

/** Merges one text of a target file three ways. What is shown of another source counts as ours, so that a file which has it says nothing new. */
export function mergeImport({ unit, src, theirs, base, written }: Incoming): Merged {
  const { text: ours, stale } = shownText(unit, src)
  const state = stateOf(theirs)
  const isOldNews = base !== undefined && sameMessage(base.value, theirs.value)
  if (ours === undefined) {
    // Without a text, a unit that had revisions had its text withdrawn here.
    if (isOldNews && unit.rev > 0) return { kind: 'kept' }
    return unit.locked ? { kind: 'suggested' } : { kind: 'imported', state }
  }
  if (sameMessage(ours.value, theirs.value)) {
    const isNewState = isOldNews && state !== stateOf(base) && ours.state === stateOf(base)
    return isNewState && !stale && !unit.locked
      ? { kind: 'restated', state, origin: ours.origin }
      : { kind: 'unchanged' }
  }
  if (isSame(written?.pulled, theirs) || isSame(written?.shown, theirs)) return { kind: 'unchanged' }
  if (isOldNews) return { kind: 'kept' }
  if (unit.locked) return { kind: 'suggested' }
  // As for every text that replaces a stale one: whoever approved that approved something else.
  if (stale) return { kind: 'imported', state: ours.state === 'approved' ? 'needs_review' : state }
  if (ours.state === 'approved') return { kind: 'suggested' }
  const isOnlyTheirs = base !== undefined && (sameMessage(base.value, ours.value) || isSame(written?.shown, base))
  return isOnlyTheirs ? { kind: 'imported', state } : { kind: 'conflict' }
}

const isSame = (message: ReadBack['shown'], { value }: TargetEntry): boolean =>
  message !== undefined && sameMessage(message, value)

const stateOf = ({ state }: TargetEntry): 'needs_review' | 'translated' => state ?? 'translated'
