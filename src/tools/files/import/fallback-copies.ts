import type { TargetEntry } from '../../../l10n/formats/format.ts'
import { fallbackChain } from '../../../l10n/locales/fallback-chain.ts'
import type { MergeOutcome } from '../../../l10n/translation/merge.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { ProjectRecord } from '../../../store/records/localization.ts'
import type { Reader } from '../../../store/store.ts'
import { findCopiedFallback } from '../../translations/fallback-text.ts'
import type { ImportFile } from './import-file.ts'
import type { ListedTranslation } from './round-trip.ts'

/** What becomes of a text of a file. `fallback`: it is or was the translation of a fallback, and the locale has none. */
export type ImportOutcome = MergeOutcome | { readonly kind: 'fallback' }

/** Takes texts out of an import that a pull may have written from a fallback. They would become translations of a locale that nobody translated. */
export async function withoutFallbackCopy(
  merged: MergeOutcome,
  { translation, line, theirs }: ListedTranslation & { readonly theirs: Pick<TargetEntry, 'value'> },
  project: Frozen<ProjectRecord>,
  read: Pick<Reader, 'translations' | 'revisions'>,
): Promise<ImportOutcome> {
  if (merged.kind !== 'imported' || shownText(translation, line).text !== undefined) return merged
  const unit = { entryId: translation.entry_id, locale: translation.locale }
  const copied = await findCopiedFallback(project, unit, theirs.value, read)
  return copied === undefined ? merged : { kind: 'fallback' }
}

/** Orders files so that a fallback is imported before the locales that it replaces missing translations of. */
export const orderByFallback = (files: readonly ImportFile[], project: Frozen<ProjectRecord>): readonly ImportFile[] =>
  files.toSorted(
    (a, b) => fallbackChain(project, a.place.locale).length - fallbackChain(project, b.place.locale).length,
  )

/** The sentence about texts that an import left out. */
export const describeFallbackCopies = (count: number): string =>
  `Not imported: ${count}, equal to the translation of a fallback; to make them translations, send them with submit_translations.`
