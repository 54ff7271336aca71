import { isSameCredential } from '../../../l10n/translation/origin.ts'
import type { TextVersion } from '../../../l10n/translation/translation.ts'
import type { Origin } from '../../../store/records/localization.ts'
import type { MergedText } from './apply-text.ts'

/** A text of another writer that the file's text replaces. */
export interface ReplacedText {
  readonly one: MergedText
  readonly was: TextVersion
}

/** Replaced texts that an answer lists. */
export const MAX_REPLACED = 5

/** Returns the text that an import replaces, if another user or credential wrote it. A text for another source stays beside the new one. */
export function findReplaced({ merged, translation, line }: MergedText, importer: Origin): TextVersion | undefined {
  const was = merged.kind === 'imported' ? translation.texts.find(text => text.src === line.src) : undefined
  return was === undefined || isSameCredential(was.origin, importer) ? undefined : was
}
