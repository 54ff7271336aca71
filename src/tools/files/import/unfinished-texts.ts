import { sameMessage } from '../../../l10n/message/message.ts'
import { hadSource } from '../../../l10n/translation/line.ts'
import type { IncomingText, MergeOutcome } from '../../../l10n/translation/merge.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import { findConflictText } from '../../../l10n/translation/suggestions/conflict.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Reader } from '../../../store/store.ts'
import { pluralize } from '../../pluralize.ts'
import { listSourcesOf, recentRevisions } from '../../translations/text-history.ts'
import type { FoundText } from './apply-text.ts'
import type { ImportOutcome } from './round-trip.ts'

/**
 * Imports a text as unfinished if its file names another source string for it: nobody said that it translates the present one. It conflicts with a finished
 * text of the present one.
 */
export function withoutOtherSource(
  merged: ImportOutcome,
  { translation, line, theirs }: Pick<FoundText, 'translation' | 'line' | 'theirs'>,
): ImportOutcome {
  if (theirs.ofSource !== 'other') return merged
  if (merged.kind === 'restated' && theirs.state !== 'needs_review') return { kind: 'unchanged' }
  if (merged.kind !== 'imported') return merged
  const { text, stale } = shownText(translation, line)
  const isFinished = text !== undefined && !stale && text.state !== 'needs_review'
  return isFinished ? { kind: 'conflict', why: 'both_changed' } : { kind: 'imported', state: 'needs_review' }
}

/** The sentence about texts that are imported as unfinished. */
export const describeOtherSources = (count: number): string =>
  `Imported as unfinished: ${pluralize(count, 'translation')} for which the file names another source string. To finish ${count === 1 ? 'it' : 'them'}, translate the present string.`

/**
 * Keeps the project's text, or none, where the file has one that its key had for another source: the file is from before the source changed places, and nobody
 * translated the present one in it. Without a text of the present source, `mergeImport` decides about those of earlier sources of its line.
 * @param owners IDs of the other entries that had a key
 */
export async function withoutFormerText(
  merged: ImportOutcome,
  { key, translation, line, theirs }: Pick<FoundText, 'key' | 'translation' | 'line' | 'theirs'>,
  owners: () => Promise<ReadonlyMap<string, readonly string[]>>,
  read: Pick<Reader, 'translations' | 'revisions'>,
): Promise<ImportOutcome> {
  if (merged.kind !== 'imported' && merged.kind !== 'conflict') return merged
  const { text, stale } = shownText(translation, line)
  // Where the present source has a text, one of an earlier source is older.
  const replaces = merged.kind === 'imported' && text !== undefined && !stale
  let isFormer = false
  for await (const src of listSourcesOf(theirs.value, translation, read)) {
    if (src === line.src) return merged
    isFormer ||= replaces || !hadSource(line, src)
  }
  for (const id of (await owners()).get(key) ?? []) {
    const other = await read.translations.by('unit', compoundKey(id, translation.locale))
    if (other === undefined) continue
    for await (const src of listSourcesOf(theirs.value, other, read)) {
      if (src === line.src) return merged
      isFormer = true
    }
  }
  return isFormer ? { kind: 'kept' } : merged
}

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
