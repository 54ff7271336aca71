import type { Frozen } from '../../store/frozen.ts'
import type {
  EntryRecord,
  ProjectRecord,
  TextVersion as TextVersionRecord,
  TranslationRecord,
} from '../../store/records/localization.ts'

/** A stored project. */
export type Project = Frozen<ProjectRecord>

/** The stored records that the rules of `src/l10n/translation` are about. */
export type Translation = Frozen<TranslationRecord>
export type Entry = Frozen<EntryRecord>
export type TextVersion = Frozen<TextVersionRecord>

/** Returns the ID of the file in which a branch lists an entry, if it does. */
export const fileOn = ({ file_id, places }: Pick<Entry, 'file_id' | 'places'>, branch: string): string =>
  places?.[branch] ?? file_id
