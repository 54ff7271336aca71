import { type Message, sameMessage } from '../message/message.ts'
import { withoutText, withRestored } from './change.ts'
import { isSameWriter } from './origin.ts'
import type { Entry, Origin, Revision, TextVersion, Translation } from './translation.ts'

/** The revisions of a translation for one source. The rules read no further back than they need. */
export interface PastRevisions {
  newest(): Promise<Revision | undefined>
  /** The next older revision. */
  before(revision: Revision): Promise<Revision | undefined>
  get(id: string): Promise<Revision | undefined>
}

/** A revision, and the one that it replaced; `before` is undefined when there was no text. */
export interface TextChange {
  readonly made: Revision
  readonly before: Revision | undefined
}

/**
 * Lists the changes that the text of a revision rests on, newest first.
 * A text rests on the change that wrote it. An approved or restored text also rests on every change that its earlier revision rests on.
 * A replaced text is not among them.
 */
async function listChanges(past: PastRevisions, of: Revision): Promise<readonly TextChange[]> {
  const found: TextChange[] = []
  let made: Revision | undefined = of
  while (made !== undefined) {
    const before = await past.before(made)
    found.push({ made, before })
    made = await findSameText(past, made, before)
  }
  return found
}

/** A rejected text gives way to the newest revision with another text; undefined when there was none. */
export async function findTextBefore(past: PastRevisions, value: Message): Promise<Revision | undefined> {
  let revision = await past.newest()
  while (hasText(revision) && sameMessage(revision.value, value)) {
    revision = (await listChanges(past, revision)).at(-1)?.before
  }
  return revision
}

/** What a revert undoes in one text, and the revision that it restores; without one, the text is removed. */
export interface RevertTarget {
  readonly newest: Revision
  readonly undone: readonly TextChange[]
  readonly to: Revision | undefined
}

/**
 * A revert of some batches restores the text that there would be without them.
 * It undoes the newest change of these batches that the text rests on, then the next one that the text before it rests on, and so on.
 * @returns undefined when the text does not rest on any of the batches, because it was replaced
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
    const change = await findFirstChange(await listChanges(past, to), isReverted)
    if (change === undefined) break
    undone.push(change)
    to = change.before
  }
  return undone.length === 0 ? undefined : { newest, undone, to }
}

/** Whether a revert to this revision would change nothing. Two revisions without a text are the same. */
export const isSameRevision = (newest: Revision, to: Revision | undefined): boolean =>
  hasText(to)
    ? newest.state === to.state &&
      newest.note === to.note &&
      sameMessage(newest.value, to.value) &&
      isSameWriter(newest.origin, to.origin)
    : !hasText(newest)

/** Whose text for which source was replaced by the revision `restores`, or removed. */
export interface Withdrawn {
  readonly src: string
  readonly origin: Origin
  readonly restores?: string
}

/** A translation after a revert or a rejection, and what its revision says of that. */
export interface RevertedText {
  readonly after: Translation
  readonly withdrawn: Withdrawn
}

/**
 * Restores the text of the revision `to` for the source `src`, with its state, note and writer. Without a text in `to`, the translation loses its text.
 * @param findings of the restored text, checked now
 * @param by who reverts, and when
 */
export function revertText(
  translation: Translation,
  entry: Entry,
  { src, to }: { readonly src: string; readonly to: Revision | undefined },
  findings: TextVersion['findings'],
  { at, origin }: { readonly at: string; readonly origin: Origin },
): RevertedText {
  const withdrawn = { src, origin, ...(to !== undefined && { restores: to.id }) }
  if (!hasText(to)) return { after: withoutText(translation, entry, src, at), withdrawn }
  const { value, state, note, origin: writer } = to
  const text = { src, value, state, origin: writer, findings, ...(note !== undefined && { note }) }
  return { after: withRestored(translation, entry, text, at), withdrawn }
}

/** Whether there is a revision, and it has a text. */
export const hasText = <R extends Pick<Revision, 'state'>>(
  revision: R | undefined,
): revision is R & { readonly state: TextVersion['state'] } =>
  revision !== undefined && revision.state !== 'untranslated'

/** The earlier revision that had the text of `made`; undefined when `made` wrote it. */
async function findSameText(
  past: PastRevisions,
  made: Revision,
  before: Revision | undefined,
): Promise<Revision | undefined> {
  if (made.restores !== undefined) return past.get(made.restores)
  if (!hasText(made) || !hasText(before)) return undefined
  return sameMessage(made.value, before.value) && isSameWriter(made.origin, before.origin) ? before : undefined
}

async function findFirstChange(
  changes: readonly TextChange[],
  isReverted: (batchId: string) => Promise<boolean>,
): Promise<TextChange | undefined> {
  for (const change of changes) if (await isReverted(change.made.batch_id)) return change
  return undefined
}
