import type { TargetEntry } from '../../../l10n/formats/format.ts'
import { sameMessage } from '../../../l10n/message/message.ts'
import { isProtected, shownText, type Text, type Unit } from '../../translations/unit.ts'
import type { RoundTripText } from './round-trip.ts'

/** A translation of an imported file, the one of the previous import (base), and the stored translation. */
export interface IncomingText {
  readonly unit: Unit
  /** The source string on the branch. */
  readonly src: string
  readonly theirs: TargetEntry
  readonly base: TargetEntry | undefined
  /** The stored translation as the file would contain it; undefined if it equals theirs or does not exist. */
  readonly written: RoundTripText | undefined
  /** Whether an earlier revision had this translation; called only if it matters. */
  readonly hadTextBefore: () => Promise<boolean>
  /** Whether the caller may replace translations written by users. */
  readonly mayReplacePeople: boolean
}

export type MergeOutcome =
  | { readonly kind: 'imported'; readonly state: Text['state'] }
  /** Same translation; only the state in the file is new. */
  | { readonly kind: 'restated'; readonly state: Text['state']; readonly origin: Text['origin'] }
  | { readonly kind: 'unchanged' }
  /** Changed on the server and not in the file, or the file is older. */
  | { readonly kind: 'kept' }
  /** Changed on both sides, or written by a user: theirs becomes a suggestion. */
  | { readonly kind: 'conflict' }
  /** Approved or locked: theirs becomes a suggestion. */
  | { readonly kind: 'suggested' }

/**
 * Three-way merge of one translation of a target file; the first matching row decides. The base is the translation of the previously imported file. A stale
 * translation counts as the stored one, so a file that contains it has nothing new.
 *
 * | in the file                               | stored                                             | outcome                          |
 * |-------------------------------------------|----------------------------------------------------|----------------------------------|
 * | the stored one, or as a pull writes it    | any                                                | unchanged, or restated           |
 * | the base                                  | another, or withdrawn                              | kept                             |
 * | an earlier revision                       | not the base, or withdrawn                         | kept: the file is just older     |
 * | another                                   | any, locked                                        | suggested                        |
 * | another                                   | none, never or no more                             | imported                         |
 * | another                                   | stale                                              | imported, for review if approved |
 * | another                                   | approved                                           | suggested                        |
 * | another                                   | written by a user, and an agent imports            | conflict, unless `agentsReplace` |
 * | another                                   | the base                                           | imported                         |
 * | another, without a base                   | translated and unprotected: pulled, then edited    | imported                         |
 * | another                                   | any other                                          | conflict                         |
 */
export async function mergeImport({
  unit,
  src,
  theirs,
  base,
  written,
  hadTextBefore: wasHere,
  mayReplacePeople,
}: IncomingText): Promise<MergeOutcome> {
  const { text: ours, stale } = shownText(unit, src)
  const state = getState(theirs)
  const isOldNews = base !== undefined && sameMessage(base.value, theirs.value)
  if (ours !== undefined) {
    if (sameMessage(ours.value, theirs.value)) {
      const isNewState = isOldNews && state !== getState(base) && ours.state === getState(base)
      return isNewState && !stale && !unit.locked
        ? { kind: 'restated', state, origin: ours.origin }
        : { kind: 'unchanged' }
    }
    if (isSame(written?.pulled, theirs) || isSame(written?.shown, theirs)) return { kind: 'unchanged' }
  }
  // Without revisions nothing was withdrawn: the file is older than the entry.
  if (isOldNews && unit.rev > 0) return { kind: 'kept' }
  const isBase =
    ours !== undefined && base !== undefined && (sameMessage(base.value, ours.value) || isSame(written?.shown, base))
  if (!isBase && (await wasHere())) return { kind: 'kept' }
  if (unit.locked) return { kind: 'suggested' }
  if (ours === undefined) return { kind: 'imported', state }
  // As for every replacement of a stale translation: the approval was for another translation.
  if (stale) return { kind: 'imported', state: ours.state === 'approved' ? 'needs_review' : state }
  if (ours.state === 'approved') return { kind: 'suggested' }
  if (!mayReplacePeople && ours.origin.kind === 'human' && isProtected(unit, ours)) return { kind: 'conflict' }
  // Pulls are not recorded, so any translation that a pull could have returned counts as a base.
  const isPulled = base === undefined && ours.state === 'translated' && !isProtected(unit, ours)
  return isBase || isPulled ? { kind: 'imported', state } : { kind: 'conflict' }
}

const isSame = (message: RoundTripText['shown'], { value }: TargetEntry): boolean =>
  message !== undefined && sameMessage(message, value)

const getState = ({ state }: TargetEntry): 'needs_review' | 'translated' => state ?? 'translated'
