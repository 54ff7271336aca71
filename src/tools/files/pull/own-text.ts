import type { Message } from '../../../l10n/message/message.ts'
import { canRepresent } from '../../../l10n/translation/merge.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import type { SourceLine } from '../../../l10n/translation/translation.ts'
import type { Reader } from '../../../store/store.ts'
import type { Translation } from '../../translations/records.ts'
import { recentRevisions } from '../../translations/text-history.ts'

/** Returns whether a text of a file is the one that its string shows, or one before it for the same source that nobody withdrew. */
export async function isOwnText(
  value: Message,
  translation: Translation,
  line: SourceLine,
  read: Pick<Reader, 'revisions'>,
): Promise<boolean> {
  const { text, stale } = shownText(translation, line)
  if (text === undefined) return false
  if (canRepresent(value, text.value)) return true
  if (stale) return false
  let restored: string | undefined
  for await (const revision of recentRevisions(translation.id, read)) {
    // The revisions between a restored text and its original were withdrawn.
    if (revision.src !== text.src || (restored ?? revision.id) !== revision.id) continue
    restored = revision.restores
    if (revision.state === 'untranslated') return false
    if (canRepresent(value, revision.value)) return true
  }
  return false
}
