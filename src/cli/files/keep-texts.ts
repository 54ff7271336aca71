import { resultOr } from '../../errors.ts'
import type { Format, SourceHistory, WrittenState } from '../../l10n/formats/format.ts'
import type { Message } from '../../l10n/message/message.ts'
import { findPulledLocale, findRootKey } from '../../tools/files/pull/recognizer.ts'
import { type Compared, compareFile, type FileChange, findPulledFormat, type ReplacedText } from './compare-files.ts'

/**
 * Writes texts of the repository's file back into the pulled one, whose other bytes stay. Where the source lacks their keys, the repository's file gets the pulled
 * texts instead.
 * @returns the change that is left; undefined if no file can hold the texts of both
 */
export function keepTexts(
  change: FileChange,
  kept: readonly ReplacedText[],
  compared: Compared,
): FileChange | undefined {
  const { file, replaced } = change
  for (const write of [writeBack, writePulled]) {
    const content = write(change, kept, compared)
    if (content === undefined) continue
    const after = compareFile({ ...file, content }, compared)
    const isWhole = after.replaced.length === replaced.length - kept.length
    const { changed, added, removed } = compareFile({ ...file, content }, { ...compared, before: file.content })
    if (isWhole && changed + added === kept.length && removed === 0) return after
  }
  return undefined
}

/** The pulled file with the kept texts; undefined if it cannot hold them. */
function writeBack({ file }: FileChange, kept: readonly ReplacedText[], compared: Compared): string | undefined {
  const format = findPulledFormat(file, compared.source)
  const source = compared.source ?? file.content
  return resultOr(() => {
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
    return content
  }, undefined)
}

/** The repository's file with the pulled texts; undefined if it cannot hold them, or has texts of several locales. */
function writePulled(
  { file, replaced }: FileChange,
  kept: readonly ReplacedText[],
  compared: Compared,
): string | undefined {
  const format = findPulledFormat(file, compared.source)
  const { before, source = file.content } = compared
  if (before === undefined || format.multilingual !== undefined) return undefined
  const locale = findPulledLocale(file)
  const rootKey = findRootKey(format, source)
  const stay = new Set(kept.map(({ key }) => key))
  return resultOr(() => {
    const pulled = format.readTarget(file.content, locale, source, rootKey).filter(({ key }) => !stay.has(key))
    return format.write({
      source,
      base: before,
      locale,
      rootKey,
      values: new Map(pulled.map(({ key, value }) => [key, value])),
      states: new Map(pulled.flatMap(({ key, state }) => (state ? [[key, state]] : []))),
      removed: new Set(replaced.flatMap(({ key, theirs }) => (theirs === undefined && !stay.has(key) ? [key] : []))),
    })
  }, undefined)
}

/** In gettext, an unfinished text translates an earlier source; see `SourceHistory`. */
function findHistory(format: Format, kept: readonly ReplacedText[]): SourceHistory | undefined {
  if (format.keysAreSources !== true) return undefined
  const unfinished = kept.filter(({ state }) => state === 'needs_review')
  return { previous: unfinished.map(({ key }) => [key, {}]), obsolete: [] }
}
