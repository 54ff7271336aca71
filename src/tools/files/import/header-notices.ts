import { formatById } from '../../../l10n/formats/registry.ts'
import { escapeInvisible } from '../../../text/escape.ts'
import type { ImportFile } from './import-file.ts'

const MAX_NOTICES = 3

/** Sentences about files whose header changed since the import before. */
export function listHeaderNotices(files: readonly ImportFile[]): readonly string[] {
  const notices = files.flatMap(({ before, content, place }) => {
    if (before === undefined || before === content) return []
    const change = formatById(place.source.file.format).header?.describeChange(before, content)
    return change === undefined ? [] : [`In ${escapeInvisible(place.path)}, ${change}.`]
  })
  const more = notices.length - MAX_NOTICES
  return more > 0 ? [...notices.slice(0, MAX_NOTICES), `${more} more headers changed.`] : notices
}
