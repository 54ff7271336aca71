import type { Message } from '../../../l10n/message/message.ts'
import { canRepresent } from '../../../l10n/translation/merge.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Reader } from '../../../store/store.ts'
import type { Translation } from '../../translations/records.ts'
import { recentRevisions } from '../../translations/text-history.ts'
import type { FoundText } from './apply-text.ts'
import type { ImportOutcome } from './fallback-copies.ts'

/**
 * Keeps the project's text, or none, where the file has one that its key had for another source: the file is from before the source changed places, and nobody
 * translated the present one in it.
 * @param owners IDs of the other entries that had a key
 */
export async function withoutFormerText(
  merged: ImportOutcome,
  { key, translation, line, theirs }: Pick<FoundText, 'key' | 'translation' | 'line' | 'theirs'>,
  owners: () => Promise<ReadonlyMap<string, readonly string[]>>,
  read: Pick<Reader, 'translations' | 'revisions'>,
): Promise<ImportOutcome> {
  if (merged.kind !== 'imported' && merged.kind !== 'conflict') return merged
  const sources = await listSources(theirs.value, translation, read)
  for (const id of (await owners()).get(key) ?? []) {
    const other = await read.translations.by('unit', compoundKey(id, translation.locale))
    if (other !== undefined) sources.push(...(await listSources(theirs.value, other, read)))
  }
  return sources.length === 0 || sources.includes(line.src) ? merged : { kind: 'kept' }
}

/** The sources that a translation had a text for. */
async function listSources(
  value: Message,
  { id, rev, texts, suggestions }: Translation,
  read: Pick<Reader, 'revisions'>,
): Promise<string[]> {
  const found = [...texts, ...suggestions].filter(text => canRepresent(value, text.value)).map(({ src }) => src)
  if (rev <= texts.length) return found
  for await (const revision of recentRevisions(id, read)) {
    if (revision.state !== 'untranslated' && canRepresent(value, revision.value)) found.push(revision.src)
  }
  return found
}
