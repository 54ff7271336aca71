import { AppError } from '../../errors.ts'
import type { Format, SourceHistory, WrittenState } from '../../l10n/formats/format.ts'
import { detectFormat } from '../../l10n/formats/registry.ts'
import type { Message } from '../../l10n/message/message.ts'
import { findRootKey } from '../../tools/files/pull/recognizer.ts'
import { type Compared, compareFile, type FileChange, type ReplacedText } from './compare-files.ts'

/**
 * Writes texts of the repository's file back into the pulled one, whose other bytes stay.
 * @returns the change that is left; undefined if the pulled file cannot hold the texts
 */
export function keepTexts(
  { file, replaced }: FileChange,
  kept: readonly ReplacedText[],
  compared: Compared,
): FileChange | undefined {
  const format = detectFormat(file.path, file.content)
  const source = compared.source ?? file.content
  try {
    let { content } = file
    for (const locale of new Set(kept.map(text => text.locale))) {
      const own = kept.filter(text => text.locale === locale)
      content = format.write({
        source,
        base: content,
        locale,
        rootKey: findRootKey(format, source),
        values: new Map(own.map(({ key, ours }): [string, Message] => [key, ours])),
        states: new Map(own.flatMap(({ key, state }): [string, WrittenState][] => (state ? [[key, state]] : []))),
        history: findHistory(format, own),
      })
    }
    const after = compareFile({ ...file, content }, compared)
    const isWhole = after.replaced.length === replaced.length - kept.length
    const { changed, added, removed } = compareFile({ ...file, content }, { ...compared, before: file.content })
    const isAlone = changed + added === kept.length && removed === 0
    return isWhole && isAlone ? after : undefined
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** In gettext, an unfinished text translates an earlier source; see `SourceHistory`. */
function findHistory(format: Format, kept: readonly ReplacedText[]): SourceHistory | undefined {
  if (format.keysAreSources !== true) return undefined
  const unfinished = kept.filter(({ state }) => state === 'needs_review')
  return { previous: unfinished.map(({ key }) => [key, {}]), obsolete: [] }
}
