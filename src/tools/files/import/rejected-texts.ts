import { sameMessage } from '../../../l10n/message/message.ts'
import type { IncomingText, MergeOutcome } from '../../../l10n/translation/merge.ts'
import { findConflictText } from '../../../l10n/translation/suggestions/conflict.ts'
import type { Reader } from '../../../store/store.ts'
import { pluralize } from '../../pluralize.ts'
import { recentRevisions } from '../../translations/text-history.ts'

/** Keeps the project's text where a user rejected the one of the file, and the importer may not overrule that. */
export async function withoutRejected(
  merged: MergeOutcome,
  { translation, line, theirs, mayReplacePeople }: IncomingText,
  read: Pick<Reader, 'revisions' | 'batches'>,
): Promise<MergeOutcome> {
  const isNew = merged.kind === 'imported' || merged.kind === 'conflict'
  if (!isNew || mayReplacePeople || findConflictText(translation, line, theirs.value) !== undefined) return merged
  const decided = translation.decided?.findLast(
    ({ src, value }) => src === line.src && sameMessage(value, theirs.value),
  )
  if (decided === undefined || (await read.batches.get(decided.decided_by))?.origin.kind !== 'human') return merged
  for await (const { batch_id, value } of recentRevisions(translation.id, read)) {
    // Accepted, not rejected.
    if (batch_id === decided.decided_by && sameMessage(value, theirs.value)) return merged
  }
  return { kind: 'kept', isRejected: true }
}

/** The sentence about texts that stay rejected. */
export const describeRejected = (count: number, page: string): string =>
  `Not imported: ${pluralize(count, 'translation')} that a user rejected. To use ${count === 1 ? 'it' : 'them'}, a user edits the string on ${page}.`
