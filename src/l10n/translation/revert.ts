import { type Message, sameMessage } from '../message/message.ts'
import { withoutText, withRestored, withSameText } from './change.ts'
import { isSameWriter } from './line.ts'
import { isRefusedBy } from './refusals.ts'
import { findOwnRequest, withOwnRequest } from './request.ts'
import type { Entry, Origin, ReviewRequest, Revision, TextVersion, Translation } from './translation.ts'

/** Reads the revisions of a translation for one source, only as far back as needed. */
export interface PastRevisions {
  newest(): Promise<Revision | undefined>
  /** Returns the next older revision. */
  before(revision: Revision): Promise<Revision | undefined>
  get(id: string): Promise<Revision | undefined>
}

/** A revision and the one that it replaced; `before` is undefined if there was no text. */
export interface TextChange {
  readonly revision: Revision
  readonly before: Revision | undefined
}

/**
 * Lists the changes that the text of a revision depends on, newest first.
 * A text depends on the change that wrote it. An approved or restored text also depends on every change that its earlier revision depends on.
 * Changes of replaced texts are not included.
 */
async function* listChanges(past: PastRevisions, of: Revision): AsyncGenerator<TextChange> {
  let revision: Revision | undefined = of
  while (revision !== undefined) {
    const before = await past.before(revision)
    yield { revision, before }
    revision = await findSameText(past, revision, before)
  }
}

/** Finds the last revision with a text that is not refused; undefined if there is none. */
export async function findTextBefore(
  past: PastRevisions,
  isRefused: (value: Message) => boolean,
): Promise<Revision | undefined> {
  let revision = await past.newest()
  while (hasText(revision) && isRefused(revision.value)) {
    let written: TextChange | undefined
    for await (const change of listChanges(past, revision)) written = change
    revision = written?.before
  }
  return revision
}

/** Finds the revision that approved the text of an approved one. */
export async function findApproval(past: PastRevisions, approved: Revision): Promise<Revision> {
  let found = approved
  for await (const { revision } of listChanges(past, approved)) {
    if (revision.state !== 'approved') break
    found = revision
  }
  return found
}

/** The changes that a revert undoes in one text, and the revision that it restores; without one, the text is removed. */
export interface RevertTarget {
  readonly newest: Revision
  readonly undone: readonly TextChange[]
  readonly to: Revision | undefined
}

/**
 * Finds the revision that a revert of some batches restores: the text as if those batches had never happened.
 * Undoes the newest of their changes that the text depends on, then the next one that the text before it depends on, and so on.
 * @returns undefined if the text does not depend on any of the batches, because it was replaced
 */
export async function findRevertTarget(
  past: PastRevisions,
  isReverted: (batchId: string) => Promise<boolean>,
): Promise<RevertTarget | undefined> {
  const newest = await past.newest()
  if (newest === undefined) return undefined
  const undone: TextChange[] = []
  let to: Revision | undefined = newest
  while (to !== undefined) {
    const change = await findFirstChange(listChanges(past, to), isReverted)
    if (change === undefined) break
    undone.push(change)
    to = change.before
  }
  return undone.length === 0 ? undefined : { newest, undone, to }
}

/**
 * Finds the way back to an earlier revision, whatever changed the text since.
 * @param to its ID; without one, or with one for another source, the text is removed
 */
export async function findWayBack(past: PastRevisions, to: string | undefined): Promise<RevertTarget | undefined> {
  const newest = await past.newest()
  const isThere = (one: Revision): boolean => (to === undefined ? !hasText(one) : one.id === to)
  const undone: TextChange[] = []
  let revision = newest
  while (revision !== undefined && !isThere(revision)) {
    const before = await past.before(revision)
    undone.push({ revision, before })
    revision = before
  }
  return newest === undefined || undone.length === 0 ? undefined : { newest, undone, to: revision }
}

/** Returns the state of a restored text under a request. */
export const restoredState = (
  to: Revision & { readonly state: TextVersion['state'] },
  request: ReviewRequest | undefined,
) => (isRefusedBy(request, to) ? 'needs_review' : to.state)

/** Returns a revision with the state that its text had before somebody requested changes of it. */
export async function withUnrefusedState(past: PastRevisions, revision: Revision): Promise<Revision> {
  for await (const { revision: earlier } of listChanges(past, revision)) {
    if (!hasText(earlier) || !isRefusedBy(earlier.request, earlier)) return { ...revision, state: earlier.state }
  }
  return revision
}

/** Returns whether a revert to this revision and request leaves the text as it is. Two revisions without a text are equal. */
export const isSameRevision = (
  newest: Revision,
  to: Revision | undefined,
  request: ReviewRequest | undefined,
): boolean =>
  hasText(to)
    ? newest.state === restoredState(to, request) &&
      newest.note === to.note &&
      sameMessage(newest.value, to.value) &&
      isSameWriter(newest.origin, to.origin)
    : !hasText(newest)

/** The writer and the source of the text that the revision `restores` replaced or removed. */
export interface Withdrawn {
  readonly src: string
  readonly origin: Origin
  readonly restores?: string
  /** Number of the revision that it restores. */
  readonly rev?: number
}

/** A translation after a revert or a rejection, and the details for its revision. */
export interface RevertedText {
  readonly after: Translation
  readonly withdrawn: Withdrawn
}

/**
 * Restores the text of the revision `to` for the source `src`, with its state, note and writer. If `to` has no text, removes the translation's text.
 * @param findings of the restored text, checked now
 * @param request the request about the source from now on
 * @param by user and time of the revert
 */
export function revertText(
  before: Translation,
  entry: Entry,
  { src, to }: { readonly src: string; readonly to: Revision | undefined },
  findings: TextVersion['findings'],
  request: ReviewRequest | undefined,
  { at, origin }: { readonly at: string; readonly origin: Origin },
): RevertedText {
  const translation = withOwnRequest(before, src, request)
  const withdrawn = { src, origin, ...(to !== undefined && { restores: to.id, rev: to.rev }) }
  if (!hasText(to)) return { after: withoutText(translation, entry, src, at), withdrawn }
  const text = { ...recallText(to), src, state: restoredState(to, request), findings }
  return { after: withRestored(translation, entry, text, at), withdrawn }
}

/**
 * Makes a revision that changes only the request, and keeps the text.
 * @param newest the newest revision for the source; without an ID if there is none
 * @param unrefused the revision with the state of its text before requests, see `withUnrefusedState`; undefined to keep the state
 */
export function withRequestRevision(
  translation: Translation,
  entry: Entry,
  { id, src }: Pick<Revision, 'src'> & { readonly id: string | undefined },
  { at, origin }: { readonly at: string; readonly origin: Origin },
  unrefused?: Revision,
): RevertedText {
  const state = hasText(unrefused) && { state: restoredState(unrefused, findOwnRequest(translation, src)) }
  const after = withSameText(translation, entry, { src, ...state }, at)
  return { after, withdrawn: { src, origin, ...(id !== undefined && { restores: id }), rev: translation.rev } }
}

/** What a text has of the revision that it comes from. */
export const recallText = ({ value, origin, note, voice, unresolved }: Revision) => ({
  value,
  origin,
  ...(note !== undefined && { note }),
  ...(voice !== undefined && { voice }),
  ...(unresolved !== undefined && { unresolved }),
})

/** Returns whether a revision exists and has a text. */
export const hasText = <R extends Pick<Revision, 'state'>>(
  revision: R | undefined,
): revision is R & { readonly state: TextVersion['state'] } =>
  revision !== undefined && revision.state !== 'untranslated'

/** Finds the earlier revision with the text of `revision`; undefined if `revision` wrote it. */
async function findSameText(past: PastRevisions, revision: Revision, before?: Revision): Promise<Revision | undefined> {
  if (revision.restores !== undefined) return past.get(revision.restores)
  return before !== undefined && hasSameText(revision, before) ? before : undefined
}

/** Returns whether a revision changed only the state or the request of the text before it. */
export const hasSameText = (after: Revision, before: Revision): boolean =>
  hasText(after) &&
  hasText(before) &&
  sameMessage(after.value, before.value) &&
  isSameWriter(after.origin, before.origin)

async function findFirstChange(
  changes: AsyncIterable<TextChange>,
  isReverted: (batchId: string) => Promise<boolean>,
): Promise<TextChange | undefined> {
  for await (const change of changes) if (await isReverted(change.revision.batch_id)) return change
  return undefined
}
