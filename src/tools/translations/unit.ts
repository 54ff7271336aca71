import type { Frozen } from '../../store/frozen.ts'
import type { EntryRecord, TextVersion, TranslationRecord } from '../../store/records/localization.ts'

/** The stored records that the rules of `src/l10n/translation` are about. */
export type Unit = Frozen<TranslationRecord>
export type Entry = Frozen<EntryRecord>
export type Text = Frozen<TextVersion>
