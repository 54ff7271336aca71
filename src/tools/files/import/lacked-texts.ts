import { shownText } from '../../../l10n/translation/shown-text.ts'
import { Pacer } from '../../../scheduling/pacer.ts'
import type { Frozen } from '../../../store/frozen.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { ProjectRecord } from '../../../store/records/localization.ts'
import type { Reader } from '../../../store/store.ts'
import type { ImportFile } from './import-file.ts'

/**
 * Returns the time since which a pull writes a translation that the file lacks, so that the file was not pulled later; ISO 8601. The earliest for several.
 * Undefined if the file has all of them, under their former keys at least.
 */
export async function findLackedSince(
  { place: { locale, source }, entries }: ImportFile,
  { settings }: Frozen<ProjectRecord>,
  read: Pick<Reader, 'translations' | 'entries'>,
): Promise<string | undefined> {
  // The time of an approval is not the time of the text.
  if (settings.export === 'approved') return undefined
  const keys = new Set(entries.map(({ key }) => key))
  const pace = new Pacer()
  let since: string | undefined
  for (const { key, entry_id, ...line } of source.branchFile.items) {
    if (pace.shouldYield) await pace.yieldNow()
    const translation = keys.has(key) ? undefined : await read.translations.by('unit', compoundKey(entry_id, locale))
    if (translation === undefined || translation.request !== undefined) continue
    const { text } = shownText(translation, line)
    if (text?.state !== 'translated' || (since !== undefined && since <= text.at)) continue
    const formerKeys = (await read.entries.get(entry_id))?.other_keys ?? []
    if (!formerKeys.some(former => keys.has(former))) since = text.at
  }
  return since
}
