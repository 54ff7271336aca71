import type { TargetEntry } from '../../../l10n/formats/format.ts'
import { sameMessage } from '../../../l10n/message/message.ts'
import { isProtected, shownText, type Text, type Unit } from '../../translations/unit.ts'
import type { RoundTripText } from './round-trip.ts'

/** A text of an imported file, what the file imported before it had, and the unit that it is for. */
export interface IncomingText {
  readonly unit: Unit
  /** The source that the branch has. */
  readonly src: string
  readonly theirs: TargetEntry
  readonly base: TargetEntry | undefined
  /** The text here as the file has it; undefined where it is the same as theirs, and where there is none. */
  readonly written: RoundTripText | undefined
  /** Whether the unit had this text earlier; asked only where that decides. */
  readonly hadTextBefore: () => Promise<boolean>
  /** Whether whoever imports may replace what a person wrote. */
  readonly mayReplacePeople: boolean
}

export type MergeOutcome =
  | { readonly kind: 'imported'; readonly state: Text['state'] }
  /** The same text; only what the file says of its state is new. */
  | { readonly kind: 'restated'; readonly state: Text['state']; readonly origin: Text['origin'] }
  | { readonly kind: 'unchanged' }
  /** It was changed here, and not in the file, or the file is older. */
  | { readonly kind: 'kept' }
  /** It was changed on both sides, or is a person's: theirs is a suggestion. */
  | { readonly kind: 'conflict' }
  /** Approved or locked: theirs is a suggestion. */
  | { readonly kind: 'suggested' }

/**
 * Merges one text of a target file three ways; the first row that fits counts. The base is what the file imported before had. What is shown of another source
 * is the text here too, so that a file which has it says nothing new.
 *
 * | the text of the file                      | the text here                                      | outcome                          |
 * |-------------------------------------------|----------------------------------------------------|----------------------------------|
 * | the one here, or what a pull writes for it | any                                               | unchanged, or restated           |
 * | the base                                  | another, or withdrawn                              | kept                             |
 * | one that was here earlier                 | not the base, or withdrawn                         | kept: the file is merely older   |
 * | another                                   | any, locked                                        | suggested                        |
 * | another                                   | none, never or no more                             | imported                         |
 * | another                                   | stale                                              | imported, for review if approved |
 * | another                                   | approved                                           | suggested                        |
 * | another                                   | a person's, and a program imports                  | conflict, unless `agentsReplace` |
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
  // A unit without revisions had no text that could have been withdrawn: the file came before the entry.
  if (isOldNews && unit.rev > 0) return { kind: 'kept' }
  const isBase =
    ours !== undefined && base !== undefined && (sameMessage(base.value, ours.value) || isSame(written?.shown, base))
  if (!isBase && (await wasHere())) return { kind: 'kept' }
  if (unit.locked) return { kind: 'suggested' }
  if (ours === undefined) return { kind: 'imported', state }
  // As for every text that replaces a stale one: whoever approved that approved something else.
  if (stale) return { kind: 'imported', state: ours.state === 'approved' ? 'needs_review' : state }
  if (ours.state === 'approved') return { kind: 'suggested' }
  if (!mayReplacePeople && ours.origin.kind === 'human' && isProtected(unit, ours)) return { kind: 'conflict' }
  // A pull leaves no trace, so what one can have given stands in for a base.
  const isPulled = base === undefined && ours.state === 'translated' && !isProtected(unit, ours)
  return isBase || isPulled ? { kind: 'imported', state } : { kind: 'conflict' }
}

const isSame = (message: RoundTripText['shown'], { value }: TargetEntry): boolean =>
  message !== undefined && sameMessage(message, value)

const getState = ({ state }: TargetEntry): 'needs_review' | 'translated' => state ?? 'translated'
