import type { SourceFile, SourceItem } from '../../../../l10n/files/read-files.ts'
import type { Syntax } from '../../../../l10n/message/message.ts'
import { getSource } from '../../../../l10n/translation/sources.ts'
import { omitUndefined } from '../../../schemas/omit-undefined.ts'
import type { OldString } from './strings.ts'

/** The listed strings of a file whose keys have two values in its new content: they keep their source until the file is corrected. */
export function keepConflicts(
  conflicts: SourceFile['conflicts'],
  strings: readonly OldString[],
): readonly SourceItem[] {
  if (conflicts.length === 0) return []
  const keys = new Set(conflicts.map(({ key }) => key))
  return strings.filter(({ key, isListed }) => isListed && keys.has(key)).map(toItem)
}

function toItem({ key, entry, line: { src } }: OldString): SourceItem {
  const { context, description, references, tags, syntax, max_length: maxLength, words } = entry
  return {
    key,
    value: getSource(entry, src),
    src,
    words,
    syntax: syntax as Syntax,
    doNotTranslate: entry.do_not_translate,
    ...omitUndefined({ context, description }),
    references,
    tags,
    ...omitUndefined({ maxLength }),
  }
}
