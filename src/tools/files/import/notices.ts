import { describeDuplicates } from '../../../l10n/formats/describe-duplicates.ts'
import { formatById } from '../../../l10n/formats/registry.ts'
import { escapeInvisible } from '../../../text/escape.ts'
import type { ImportFile } from './import-file.ts'

const MAX_NOTICES = 3

/** Sentences about files with a header that changed since the import before, or with keys that occur twice. */
export function listImportNotices(files: readonly ImportFile[]): readonly string[] {
  const notices = files.flatMap(file => [
    ...describeHeaderChange(file),
    ...[describeDuplicates(file.place.path, file.entries)].flatMap(notice => notice ?? []),
  ])
  const more = notices.length - MAX_NOTICES
  return more > 0 ? [...notices.slice(0, MAX_NOTICES), `${more} more files have such notices.`] : notices
}

function describeHeaderChange({ before, content, place }: ImportFile): readonly string[] {
  if (before === undefined || before === content) return []
  const change = formatById(place.source.file.format).header?.describeChange(before, content)
  return change === undefined ? [] : [`In ${escapeInvisible(place.path)}, ${change}.`]
}
