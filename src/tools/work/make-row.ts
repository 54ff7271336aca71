import { neededCategories } from '../../l10n/locales/plural-rules.ts'
import type { Message } from '../../l10n/message/message.ts'
import { isUnreviewedImport } from '../../l10n/translation/protection.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import { staleReason } from '../../l10n/translation/staleness.ts'
import { type Before, hasPlurals, type Row, type RowSource, toRow } from '../../l10n/work/packet-rows.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Reader } from '../../store/store.ts'
import type { CheckRulesReader } from '../translations/check-rules.ts'
import type { Entry, Translation } from '../translations/records.ts'
import { findSource } from '../translations/sources.ts'
import type { Candidate } from './query.ts'

/** The row of a packet for a candidate; see `toRow`. */
export async function makeRow(
  { entry, key, file, src, translations, worker }: Candidate,
  locales: readonly string[],
  checker: CheckRulesReader,
  read: Reader,
): Promise<Row> {
  const source = getSource(entry, src)
  const before: (readonly [string, Before])[] = []
  for (const translation of translations) {
    const old = await getBefore(entry, translation, src, read)
    if (old !== undefined) before.push([translation.locale, old])
  }
  const want = translations.map(({ locale }) => locale)
  const plurals = hasPlurals(source) ? await getPlurals(source, entry, locales, checker) : {}
  const families = (await checker.getFamilies(entry))?.families
  return toRow({ entry, key, file, src, source, families, want, worker, plurals, before }, locales)
}

/** Returns the plural categories of each locale. A file can limit them for its plural forms, but not for plurals inside a message. */
async function getPlurals(
  source: Frozen<Message>,
  { file_id, tags }: Entry,
  locales: readonly string[],
  checker: CheckRulesReader,
): Promise<RowSource['plurals']> {
  const plurals: Record<string, readonly string[]> = {}
  for (const locale of locales) {
    const ofFile = typeof source === 'string' ? undefined : await checker.getCategories(file_id, locale)
    plurals[locale] = ofFile ?? neededCategories(locale, tags.includes('ordinal') ? 'ordinal' : 'cardinal')
  }
  return plurals
}

/** Returns the replaced text and its source, if a translation replaces one because the branch changed the source. */
async function getBefore(
  entry: Entry,
  translation: Translation,
  src: string,
  read: Reader,
): Promise<Before | undefined> {
  const { text } = shownText(translation, src)
  if (text === undefined) return undefined
  const why = staleReason(translation, entry, src) ?? (isUnreviewedImport(text) ? 'needs_review' : undefined)
  if (why === undefined) return undefined
  const source = await findSource(entry, text.src, read)
  return { ...(source !== undefined && { source }), text: text.value, why }
}
