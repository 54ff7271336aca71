import type { Frozen } from '../../store/frozen.ts'
import type {
  EntryRecord,
  TextVersion as TextVersionRecord,
  TranslationRecord,
} from '../../store/records/localization.ts'

/** The stored records that the rules of `src/l10n/translation` are about. */
export type Translation = Frozen<TranslationRecord>
export type Entry = Frozen<EntryRecord>
export type TextVersion = Frozen<TextVersionRecord>
