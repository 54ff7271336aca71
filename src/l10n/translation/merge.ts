import { type Message, sameMessage } from '../message/message.ts'
import { isSameCredential, isSameWriter } from './line.ts'
import { isProtected } from './protection.ts'
import { findRefusalForAnySource } from './refusals.ts'
import { findRequest } from './request.ts'
import { shownText } from './shown-text.ts'
import { type ConflictReason, findConflictText } from './suggestions/conflict.ts'
import type { Origin, Revision, SourceLine, TextVersion, Translation } from './translation.ts'

/** A text in a target file. */
interface FileText {
  readonly value: Message
  /** Absent if the file format has no state. */
  readonly state?: TextVersion['state'] | undefined
}

/** A text of an imported file, with its translation. */
export interface IncomingText {
  readonly translation: Translation
  /** The branch's source string. */
  readonly line: SourceLine
  readonly theirs: FileText
  /** The text in the previous import of the file. */
  readonly base: FileText | undefined
  /** The project's text after a round trip through the file; undefined if it equals the file's text, or if there is none. */
  readonly written: RoundTrip | undefined
  readonly importer: Origin
  /** Whether the importer may replace texts of users. */
  readonly mayReplacePeople: boolean
  /** Since when a pull would have written a translation that the file lacks; undefined if the file lacks none. */
  readonly lackedSince?: string | undefined
  /** Whether the file says that its text translates the present source string, also if the project has it for an earlier one. */
  readonly confirms?: boolean | undefined
}

/** A text after a round trip through a file. Some file formats lack a plural form, or have an extra one. */
export interface RoundTrip {
  /** The text that a pull exports by the project's policy. */
  readonly pulled?: Message | undefined
  readonly shown?: Message | undefined
}

export type MergeOutcome =
  | { readonly kind: 'imported'; readonly state: TextVersion['state'] }
  /** The same text, with the state of the file. */
  | { readonly kind: 'restated'; readonly state: TextVersion['state']; readonly origin: TextVersion['origin'] }
  | { readonly kind: 'unchanged' }
  /** The project's text is newer than the file's, or a reviewer refused the file's. `isRejected`: a user rejected it before as the text of a file. */
  | { readonly kind: 'kept'; readonly isRejected?: true }
  /** The file's text becomes a suggestion, and a pull keeps it in the file until somebody decides. */
  | { readonly kind: 'conflict'; readonly why: ConflictReason }

/**
 * Merges one text of a target file three ways. The first matching row applies. The base is the text in the previous import of the file.
 * A stale text counts as the project's text, so a file that repeats it changes nothing.
 * | the text in the file                          | the text in the project                         | outcome                             |
 * |-----------------------------------------------|-------------------------------------------------|-------------------------------------|
 * | equals the project's, or a pull's text for it | any                                             | unchanged, or restated              |
 * | equals the project's, which the file confirms | stale, unlocked, not refused                    | imported, for review if approved    |
 * | an open conflict                              | none, or withdrawn; unlocked                    | imported                            |
 * | an open conflict                              | any                                             | conflict, as before                 |
 * | the base                                      | another, or withdrawn                           | kept                                |
 * | a text that a reviewer refused                | another, or withdrawn                           | kept                                |
 * | an earlier text of the project                | not the base, or withdrawn                      | kept: the file is older             |
 * | another                                       | any, locked                                     | conflict                            |
 * | another                                       | none, or withdrawn                              | imported                            |
 * | another                                       | stale                                           | imported, for review if approved    |
 * | another                                       | approved                                        | conflict                            |
 * | another                                       | a user's, and an agent imports                  | conflict, unless `mayReplacePeople` |
 * | another                                       | the base                                        | imported                            |
 * | another, unfinished, without a base           | translated                                      | kept                                |
 * | another, without a base                       | its first text, unprotected: pulled, then edited | imported                           |
 * | another, without a base                       | imported by the same writer                     | imported                            |
 * | another                                       | any other                                       | conflict                            |
 * A file that lacks another translation was not pulled since that was written: texts of other writers since then conflict, because nobody edited them in it.
 * A conflict that was rejected is the base of the next import, so that the same file does not repeat it.
 * @param wasHere result of `hadTextBefore`; false unless `dependsOnHistory`
 */
export function mergeImport(incoming: IncomingText, wasHere: boolean): MergeOutcome {
  const { translation, line, theirs, base, mayReplacePeople } = incoming
  const known = mergeKnownText(incoming)
  if (known !== undefined) return known
  const isBase = isTextOfBase(incoming)
  if (isRefused(incoming) || (!isBase && wasHere)) return { kind: 'kept' }
  if (translation.locked) return toConflict(incoming)
  const { text: ours, stale } = shownText(translation, line)
  const state = getState(theirs)
  if (ours === undefined) return { kind: 'imported', state }
  // The text was approved for another source.
  if (stale) return { kind: 'imported', state: ours.state === 'approved' ? 'needs_review' : state }
  if (ours.state === 'approved') return toConflict(incoming)
  if (!mayReplacePeople && isOfUser(ours)) return toConflict(incoming)
  if (isBase) return { kind: 'imported', state }
  if (base === undefined && ours.state === 'translated') {
    if (state === 'needs_review') return { kind: 'kept' }
    // A pull is not recorded. The only text that one could have written serves as the base; of two, the file may have either.
    const wasPulled = ours.rev === 1 && !isProtected(ours) && mayBePulledAfter(ours, incoming)
    if (wasPulled || isOwnImport(ours, incoming)) return { kind: 'imported', state }
  }
  return toConflict(incoming)
}

const isRefused = ({ translation, line, theirs }: IncomingText): boolean =>
  findRefusalForAnySource(findRequest(translation, line), theirs.value) !== undefined

function toConflict({ translation, line, mayReplacePeople }: IncomingText): MergeOutcome {
  const { text: ours, stale } = shownText(translation, line)
  if (translation.locked) return { kind: 'conflict', why: 'locked' }
  if (ours?.state === 'approved' && !stale) return { kind: 'conflict', why: 'approved' }
  const isOfPeople = ours !== undefined && !mayReplacePeople && isOfUser(ours)
  return { kind: 'conflict', why: isOfPeople ? 'by_user' : 'both_changed' }
}

const isOfUser = (text: TextVersion): boolean => text.origin.kind === 'human' && isProtected(text)

/** Returns whether the file may have been pulled after a text was written, or is from its writer. */
const mayBePulledAfter = ({ at, origin }: TextVersion, { importer, lackedSince }: IncomingText): boolean =>
  lackedSince === undefined || at < lackedSince || isSameCredential(origin, importer)

const isOwnImport = ({ origin }: TextVersion, { importer }: IncomingText): boolean =>
  origin.kind === 'import' && isSameWriter(origin, { ...importer, kind: 'import' })

/** Returns whether `mergeImport` needs the result of `hadTextBefore`. */
export const dependsOnHistory = (incoming: IncomingText): boolean =>
  // Up to revision 1 there is no earlier text.
  incoming.translation.rev > 1 && !isTextOfBase(incoming) && mergeKnownText(incoming) === undefined

/**
 * Returns whether the translation had the file's text before, so that the file is older than the project's text.
 * @param revisions of the translation
 */
export function hadTextBefore(
  { translation, line, theirs }: Pick<IncomingText, 'translation' | 'line' | 'theirs'>,
  revisions: readonly Pick<Revision, 'rev' | 'state' | 'value'>[],
): boolean {
  const ours = shownText(translation, line).text?.rev
  return revisions.some(
    ({ rev, state, value }) => rev !== ours && state !== 'untranslated' && canRepresent(theirs.value, value),
  )
}

/** Returns the outcome if the file's text is its base, equals the project's text, or conflicts already. */
function mergeKnownText(incoming: IncomingText): MergeOutcome | undefined {
  const { translation, line, theirs, base, written, confirms } = incoming
  const { text: ours, stale } = shownText(translation, line)
  const isOldNews = base !== undefined && sameMessage(base.value, theirs.value)
  if (ours !== undefined) {
    if (sameMessage(ours.value, theirs.value)) {
      const state = getState(theirs)
      if (stale && confirms === true && !translation.locked && !isRefused(incoming))
        return { kind: 'imported', state: ours.state === 'approved' ? 'needs_review' : state }
      const isNewState = isOldNews && state !== getState(base) && ours.state === getState(base)
      return isNewState && !stale && !translation.locked
        ? { kind: 'restated', state, origin: ours.origin }
        : { kind: 'unchanged' }
    }
    if (isSame(written?.pulled, theirs) || isSame(written?.shown, theirs)) return { kind: 'unchanged' }
  }
  if (findConflictText(translation, line, theirs.value) !== undefined)
    return ours === undefined && !translation.locked
      ? { kind: 'imported', state: getState(theirs) }
      : toConflict(incoming)
  // Without revisions, no text was withdrawn: the file was imported before the source file was pushed.
  return isOldNews && translation.rev > 0 ? { kind: 'kept' } : undefined
}

/** Returns whether the project's text is the base, so that only the file changed. */
function isTextOfBase({ translation, line, base, written }: IncomingText): boolean {
  const { text: ours } = shownText(translation, line)
  return (
    ours !== undefined && base !== undefined && (sameMessage(base.value, ours.value) || isSame(written?.shown, base))
  )
}

const isSame = (message: Message | undefined, { value }: FileText): boolean =>
  message !== undefined && sameMessage(message, value)

const getState = ({ state }: FileText): TextVersion['state'] => state ?? 'translated'

/** Returns whether `theirs` can represent a text in a file: a single string replaces all forms, and unsupported forms are omitted. */
export function canRepresent(theirs: Message, value: Message): boolean {
  if (typeof theirs === 'string') return typeof value === 'string' ? theirs === value : theirs === value['other']
  return Object.entries(theirs).every(([name, form]) => form === (typeof value === 'string' ? value : value[name]))
}
