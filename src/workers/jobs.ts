import { type CheckTask, checkMany } from '../l10n/checks/check-many.ts'
import { containTerms, type TermSearch } from '../l10n/checks/contains-terms.ts'
import type { ParsedSource, SourceEntry, TargetEntry, WriteRequest } from '../l10n/formats/format.ts'
import { assertNoNewCode } from '../l10n/formats/new-code.ts'
import { assertNoNull } from '../l10n/formats/null-character.ts'
import { findFormatIds, firstFormat, formatById } from '../l10n/formats/registry.ts'
import { FamilyDetector } from '../l10n/message/detect-families.ts'
import { toFamilyOptions } from '../l10n/message/families.ts'
import { isBlank, type Message, type Syntax } from '../l10n/message/message.ts'
import { sourceHash } from '../l10n/translation/source-hash.ts'
import type { Parcel } from './packing.ts'
import { unpackTasks } from './task-parcel.ts'
import { type CountedText, countWordBatch } from './word-count-batches.ts'

/** A file with its content. */
export interface FileText {
  /** Name in error messages. */
  readonly path: string
  readonly content: string
}

/** A source file to read. */
export interface SourceFileInput extends FileText {
  /** Default: detected. */
  readonly format?: string | undefined
  /** The locale of the strings. If set, their words are counted. */
  readonly locale?: string | undefined
  /** The locale that the key at the root may spell, with the strings below it. */
  readonly rootLocale?: string | undefined
  /** Whether to reject what a stored file may have, such as a null character. */
  readonly isPushed?: boolean | undefined
  /** The syntax of all strings. Default: detected. */
  readonly syntax?: Syntax | undefined
}

/** A string of a source file, with its hash and, if requested, its word count. */
export type SourceItem = SourceEntry & { readonly src: string; readonly words?: number }

export interface SourceFile {
  readonly format: string
  readonly options: ParsedSource['options']
  readonly items: readonly SourceItem[]
}

/** The data of a source string, without the string. */
export interface SourceSyntax extends Pick<SourceItem, 'src' | 'words'> {
  readonly syntax: Syntax
}

/** A target file to read. */
export interface TargetFileInput extends FileText {
  readonly format: string
  readonly locale: string
  /** The source file. Needed by formats whose target files are ambiguous without it. */
  readonly source?: string | undefined
  /** The root key of the source file, if that is its locale. */
  readonly rootKey?: string | undefined
  /** Whether to reject a wrong header and new code, as in a pushed file. */
  readonly isPushed?: boolean | undefined
  /** The file before a push: its header is the right one if it is not wrong itself, and its code is known. */
  readonly before?: string | undefined
}

/** A file with all locales, and those of the project. */
export interface SliceInput extends FileText {
  readonly format: string
  readonly locales: readonly string[]
}

export interface TargetFile {
  readonly entries: readonly TargetEntry[]
  /** The plural categories that the file supports, if its format limits them. */
  readonly categories: readonly string[] | undefined
}

/** A target file to write. */
export interface WriteInput extends WriteRequest {
  /** Name in error messages. */
  readonly path: string
  readonly format: string
}

/** In messages of this format, apostrophes are text unless a string shows that they quote, as Flutter's `use-escaping` sets it. */
const QUOTES_IF_SHOWN = 'arb'

/** The format of Laravel, whose `auth.php` has a single `:seconds`. */
const OF_LARAVEL = 'php'

/**
 * Parses a source file without counting words, with one step per string. Blank strings are left out: there is nothing to translate. Detects its placeholder
 * families.
 * @throws AppError `invalid_input` with line and column
 */
export function* readSource(file: SourceFileInput): Generator<number, SourceFile> {
  const { path, content } = file
  const format = file.format ?? firstFormat(path, findFormatIds(path, content))
  yield 0
  const reader = formatById(format)
  if (file.isPushed === true) assertNoNull(content, reader.escape)
  const { entries, options } = reader.read(content, file.rootLocale, file.locale)
  const items: SourceItem[] = []
  const detector = new FamilyDetector(file.syntax ?? options.syntax, {
    quotesIfShown: format === QUOTES_IF_SHOWN,
    usual: format === OF_LARAVEL ? 'laravel' : undefined,
  })
  for (const [at, entry] of entries.entries()) {
    yield at
    if (isBlank(entry.value)) continue
    detector.add(entry)
    items.push({ ...entry, src: sourceHash(entry.value, entry.context) })
  }
  const hasCode = (reader.listCode?.(content).length ?? 0) > 0
  return {
    format,
    options: { ...options, ...toFamilyOptions(detector.result), ...(hasCode && { code: true }) },
    items,
  }
}

/** Parses a target file. @throws AppError `invalid_input` with line and column. */
export function readTarget({
  content,
  format,
  locale,
  source,
  rootKey,
  isPushed,
  before,
}: TargetFileInput): TargetFile {
  const reader = formatById(format)
  if (isPushed === true) {
    assertNoNull(content, reader.escape)
    reader.header?.check(content, locale, before)
    assertNoNewCode(
      reader,
      content,
      [source, before].flatMap(file => file ?? []),
    )
  }
  return {
    entries: reader.readTarget(content, locale, source, rootKey),
    categories: reader.pluralCategories?.(locale, content),
  }
}

export const writeTarget = ({ format, ...request }: WriteInput): string => formatById(format).write(request)

/** Slices a file with all locales by locale. @throws AppError `invalid_input` with line and column. */
export const sliceTarget = ({ content, format, locales }: SliceInput): readonly (readonly [string, string])[] => [
  ...(formatById(format).multilingual?.slice(content, locales) ?? []),
]

export type JobKind =
  | 'read_source'
  | 'read_target'
  | 'slice_target'
  | 'write_target'
  | 'formats'
  | 'check'
  | 'find_terms'
  | 'count_words'

/** Runs a job. Yields the number of the current string. @throws AppError `invalid_input`. */
export function* runJob(kind: JobKind, parcel: Parcel): Generator<number, Parcel> {
  const { head, lists } = parcel
  switch (kind) {
    case 'read_source': {
      const { items, ...rest } = yield* readSource(head as SourceFileInput)
      return { head: rest, lists: { items } }
    }
    case 'read_target': {
      const { entries, ...rest } = readTarget(head as TargetFileInput)
      return { head: rest, lists: { entries } }
    }
    case 'slice_target':
      return { head: sliceTarget(head as SliceInput), lists: {} }
    case 'write_target': {
      const values = new Map(lists['values'] as readonly (readonly [string, Message])[])
      return { head: writeTarget({ ...(head as Omit<WriteInput, 'values'>), values }), lists: {} }
    }
    case 'formats': {
      const { path, content } = head as FileText
      return { head: findFormatIds(path, content), lists: {} }
    }
    case 'check':
      return { head: undefined, lists: { results: yield* checkMany(unpackTasks(parcel) as readonly CheckTask[]) } }
    case 'find_terms':
      return { head: undefined, lists: { results: yield* containTerms(unpackTasks(parcel) as readonly TermSearch[]) } }
    case 'count_words':
      return {
        head: undefined,
        lists: { words: yield* countWordBatch(lists['texts'] as readonly CountedText[], head as string) },
      }
  }
}
