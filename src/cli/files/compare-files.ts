import { resultOr } from '../../errors.ts'
import { hasText } from '../../l10n/files/read-files.ts'
import type { Format, TargetEntry, WrittenState } from '../../l10n/formats/format.ts'
import { findFormatIds, firstFormat, formatById } from '../../l10n/formats/registry.ts'
import { type Message, sameMessage } from '../../l10n/message/message.ts'
import { findPulledLocale, findRootKey } from '../../tools/files/pull/recognizer.ts'
import type { IncomingFile } from './pull-answer.ts'

/** A text of the repository that a pull would replace or remove. */
export interface ReplacedText {
  readonly path: string
  readonly locale: string
  readonly key: string
  readonly ours: Message
  /** The state of ours in the file, if that has one. */
  readonly state?: WrittenState
  /** Undefined if the pulled file has none. */
  readonly theirs: Message | undefined
}

/** What a pull changes in a file. */
export interface FileChange {
  readonly file: IncomingFile
  readonly isNew: boolean
  readonly added: number
  readonly changed: number
  readonly removed: number
  /** Lines that are new or different. */
  readonly lines: number
  readonly replaced: readonly ReplacedText[]
}

export interface Compared {
  /** The text of the file in the repository, if it exists. */
  readonly before: string | undefined
  /** The source file in the repository, if it can be read. */
  readonly source: string | undefined
  /** The target locales of the repository, which a file with all locales has. */
  readonly targets: readonly string[]
}

/** Compares the existing text of a file with the pulled one, key by key. */
export function compareFile(file: IncomingFile, { before, source, targets }: Compared): FileChange {
  const format = findPulledFormat(file, source)
  const locales = format.multilingual === undefined ? [findPulledLocale(file)] : targets
  let [added, changed, removed] = [0, 0, 0]
  const replaced: ReplacedText[] = []
  for (const locale of locales) {
    const ours = readTexts(format, before, locale, source)
    const theirs = readTexts(format, file.content, locale, source)
    for (const [key, { value }] of theirs) {
      const known = ours.get(key)
      if (known === undefined) added += 1
      else if (!sameMessage(known.value, value)) changed += 1
    }
    for (const [key, { value, state }] of ours) {
      const next = theirs.get(key)?.value
      if (next !== undefined && sameMessage(next, value)) continue
      if (next === undefined) removed += 1
      replaced.push({ path: file.path, locale, key, ours: value, ...(state !== undefined && { state }), theirs: next })
    }
  }
  const lines = countNewLines(before ?? '', file.content)
  return { file, isNew: before === undefined, added, changed, removed, lines, replaced }
}

/** Counts the lines that a text has more often than before. */
function countNewLines(before: string, after: string): number {
  const known = new Map<string, number>()
  for (const line of before.split('\n')) known.set(line, (known.get(line) ?? 0) + 1)
  let count = 0
  for (const line of after.split('\n')) {
    const left = known.get(line) ?? 0
    if (left === 0) count += 1
    else known.set(line, left - 1)
  }
  return count
}

/** The texts of a target file by key; none if it cannot be read. */
function readTexts(
  format: Format,
  text: string | undefined,
  locale: string,
  source: string | undefined,
): ReadonlyMap<string, TargetEntry> {
  if (text === undefined) return new Map()
  const rootKey = source === undefined ? undefined : findRootKey(format, source)
  const entries = resultOr(() => format.readTarget(text, locale, source, rootKey).filter(hasText), [])
  return new Map(entries.map(entry => [entry.key, entry]))
}

/**
 * The format of a pulled file: that of its source in the repository, if that can be read. A translation may lack what tells formats apart, such as plurals.
 * @throws AppError `invalid_input` if no format matches
 */
export function findPulledFormat({ path, content, source: at }: IncomingFile, source: string | undefined): Format {
  const ofSource = at === undefined || source === undefined ? [] : findFormatIds(at, source)
  return formatById(firstFormat(path, ofSource.length > 0 ? ofSource : findFormatIds(path, content)))
}
