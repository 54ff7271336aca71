import { type Message, sameMessage } from '../message/message.ts'
import { isProtected } from './protection.ts'
import { shownText } from './shown-text.ts'
import type { Revision, TextVersion, Translation } from './translation.ts'

/** A text of a target file. */
interface FileText {
  readonly value: Message
  /** Absent where the file does not say it. */
  readonly state?: 'needs_review' | 'translated' | undefined
}

/** A text of an imported file, and the translation that it is for. */
export interface IncomingText {
  readonly translation: Translation
  /** Hash of the source that the branch has. */
  readonly src: string
  readonly theirs: FileText
  /** What the previous import of the file had. */
  readonly base: FileText | undefined
  /** The text here as the file writes it; undefined where it is the same as theirs, and where there is none. */
  readonly written: RoundTrip | undefined
  /** Whether the importer may replace what a user wrote. */
  readonly mayReplacePeople: boolean
}

/** A text as it reads after it was written to a file. Some files have no place for a plural form, or one too many. */
export interface RoundTrip {
  /** What a pull by the project's policy gives. */
  readonly pulled?: Message | undefined
  /** What the shown text is in the file. */
  readonly shown?: Message | undefined
}

export type MergeOutcome =
  | { readonly kind: 'imported'; readonly state: TextVersion['state'] }
  /** The same text, with a new state of the file. */
  | { readonly kind: 'restated'; readonly state: TextVersion['state']; readonly origin: TextVersion['origin'] }
  | { readonly kind: 'unchanged' }
  /** The text here is newer than the file's. */
  | { readonly kind: 'kept' }
  /** Changed on both sides, or a user's: the file's text becomes a suggestion. */
  | { readonly kind: 'conflict' }
  /** Approved or locked: the file's text becomes a suggestion. */
  | { readonly kind: 'suggested' }

/**
 * Merges one text of a target file three ways; the first row that fits counts. The base is what the previous import of the file had.
 * A stale text counts as the text here, so a file that has it brings nothing new.
 *
 * | the text of the file                        | the text here                              | outcome                          |
 * |---------------------------------------------|--------------------------------------------|----------------------------------|
 * | the one here, or what a pull writes for it  | any                                        | unchanged, or restated           |
 * | the base                                    | another, or withdrawn                      | kept                             |
 * | one that was here earlier                   | not the base, or withdrawn                 | kept: the file is older          |
 * | another                                     | any, locked                                | suggested                        |
 * | another                                     | none, or withdrawn                         | imported                         |
 * | another                                     | stale                                      | imported, for review if approved |
 * | another                                     | approved                                   | suggested                        |
 * | another                                     | a user's, and an agent imports             | conflict, unless `mayReplacePeople` |
 * | another                                     | the base                                   | imported                         |
 * | another, without a base                     | translated and unprotected: pulled, then edited | imported                    |
 * | another                                     | any other                                  | conflict                         |
 *
 * @param wasHere `hadTextBefore`; false unless `dependsOnHistory`
 */
export function mergeImport(incoming: IncomingText, wasHere: boolean): MergeOutcome {
  const { translation, src, theirs, base, mayReplacePeople } = incoming
  const known = mergeKnownText(incoming)
  if (known !== undefined) return known
  const isBase = isTextOfBase(incoming)
  if (!isBase && wasHere) return { kind: 'kept' }
  if (translation.locked) return { kind: 'suggested' }
  const { text: ours, stale } = shownText(translation, src)
  const state = getState(theirs)
  if (ours === undefined) return { kind: 'imported', state }
  // The approval was for a translation of another source.
  if (stale) return { kind: 'imported', state: ours.state === 'approved' ? 'needs_review' : state }
  if (ours.state === 'approved') return { kind: 'suggested' }
  if (!mayReplacePeople && ours.origin.kind === 'human' && isProtected(translation, ours)) return { kind: 'conflict' }
  // A pull leaves no trace, so a text that it could have written stands in for the base.
  const isPulled = base === undefined && ours.state === 'translated' && !isProtected(translation, ours)
  return isBase || isPulled ? { kind: 'imported', state } : { kind: 'conflict' }
}

/** Whether `mergeImport` has to know if the translation had the file's text before. */
export const dependsOnHistory = (incoming: IncomingText): boolean =>
  // The first revision is the text here, or there is none.
  incoming.translation.rev > 1 && !isTextOfBase(incoming) && mergeKnownText(incoming) === undefined

/**
 * Whether the translation had the file's text before, so that the file is older than the text here.
 * @param revisions of the translation
 */
export function hadTextBefore(
  { translation, src, theirs }: Pick<IncomingText, 'translation' | 'src' | 'theirs'>,
  revisions: readonly Pick<Revision, 'rev' | 'state' | 'value'>[],
): boolean {
  const ours = shownText(translation, src).text?.rev
  return revisions.some(
    ({ rev, state, value }) => rev !== ours && state !== 'untranslated' && canRepresent(theirs.value, value),
  )
}

/** The outcome for a text that the file had before, or that is here. */
function mergeKnownText({ translation, src, theirs, base, written }: IncomingText): MergeOutcome | undefined {
  const { text: ours, stale } = shownText(translation, src)
  const isOldNews = base !== undefined && sameMessage(base.value, theirs.value)
  if (ours !== undefined) {
    if (sameMessage(ours.value, theirs.value)) {
      const state = getState(theirs)
      const isNewState = isOldNews && state !== getState(base) && ours.state === getState(base)
      return isNewState && !stale && !translation.locked
        ? { kind: 'restated', state, origin: ours.origin }
        : { kind: 'unchanged' }
    }
    if (isSame(written?.pulled, theirs) || isSame(written?.shown, theirs)) return { kind: 'unchanged' }
  }
  // Without revisions no text was withdrawn: the file was imported before the source file was pushed.
  return isOldNews && translation.rev > 0 ? { kind: 'kept' } : undefined
}

/** Whether the text here is the base, so that only the file changed. */
function isTextOfBase({ translation, src, base, written }: IncomingText): boolean {
  const { text: ours } = shownText(translation, src)
  return (
    ours !== undefined && base !== undefined && (sameMessage(base.value, ours.value) || isSame(written?.shown, base))
  )
}

const isSame = (message: Message | undefined, { value }: FileText): boolean =>
  message !== undefined && sameMessage(message, value)

const getState = ({ state }: FileText): 'needs_review' | 'translated' => state ?? 'translated'

/** Whether a file can write a text like this: one text stands for every form, and forms without a place are left out. */
function canRepresent(theirs: Message, value: Message): boolean {
  if (typeof theirs === 'string') return typeof value === 'string' ? theirs === value : theirs === value['other']
  return Object.entries(theirs).every(([name, form]) => form === (typeof value === 'string' ? value : value[name]))
}
