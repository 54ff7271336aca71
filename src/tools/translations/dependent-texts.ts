import { dependentLocales } from '../../l10n/locales/fallback-chain.ts'
import { sameMessage } from '../../l10n/message/message.ts'
import { mainText } from '../../l10n/translation/shown-text.ts'
import { compoundKey } from '../../store/records/define.ts'
import { openSourceKey } from '../../store/records/text-keys.ts'
import type { Batch } from './batch.ts'
import { findFallbackText } from './fallback-text.ts'
import type { Entry, Translation } from './records.ts'

/**
 * Notes a string to be checked again if a write changes whether a translation equals that of its fallback: of a locale that falls back to the written one, or
 * of the written one with findings.
 */
export async function noteDependentTexts(
  entry: Entry,
  before: Translation,
  after: Translation,
  { project, tx, equal }: Pick<Batch, 'project' | 'tx' | 'equal'>,
): Promise<void> {
  const key = openSourceKey(entry)
  if (key === undefined) return
  const written = [before, after].flatMap(one => mainText(one) ?? [])
  for (const locale of dependentLocales(project, after.locale)) {
    const other = await tx.translations.by('unit', compoundKey(entry.id, locale))
    const text = other && mainText(other)
    if (text !== undefined && written.some(({ value }) => sameMessage(value, text.value))) equal.sources.add(key)
  }
  const own = mainText(after)
  if (own === undefined || own.findings.length === 0) return
  const fallback = await findFallbackText(project, { entryId: entry.id, src: own.src, locale: after.locale }, tx)
  if (fallback !== undefined && sameMessage(fallback.value, own.value)) equal.sources.add(key)
}
