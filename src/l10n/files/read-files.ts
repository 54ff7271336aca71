import { assertNoNull, readIfValid } from '../formats/faults.ts'
import type { Format, HeaderFault, ParsedSource, SourceEntry, TargetEntry } from '../formats/format.ts'
import { assertNoNewCode } from '../formats/new-code.ts'
import { findFormatIds, firstFormat, formatById } from '../formats/registry.ts'
import type { RepeatedKey } from '../formats/repeated-keys.ts'
import { assertSupported } from '../formats/unsupported.ts'
import { getOrAdd } from '../groups.ts'
import { FamilyDetector } from '../message/detect-families.ts'
import { toFamilyOptions } from '../message/families.ts'
import { isBlank, type Syntax } from '../message/message.ts'
import { findPatternSyntax } from '../message/patterns/find-pattern.ts'
import { sourceHash } from '../translation/staleness.ts'

/** A source string with plural forms whose translated file has one text in its place, or the reverse. */
interface ReshapedKey {
  readonly key: string
  /** The keys that the file has in its place. */
  readonly names: readonly string[]
  /** Whether the file has the plural forms. */
  readonly isPlural: boolean
}

/** Endings of keys that are plural forms, and folders of Android's strings. */
const FORM = /[._](?:zero|one|two|few|many|other)$/
const KIND = /^(?:string|plurals)\//

/** Finds the source strings that a translated file has in the other shape, which its reader leaves out. */
function findReshapedKeys(
  reader: Format,
  { content, source, rootKey, locale }: TargetFileInput,
  entries: readonly TargetEntry[],
): readonly ReshapedKey[] {
  if (source === undefined || reader.multilingual !== undefined) return []
  const read = new Set(entries.map(({ key }) => key))
  const lacking = readEntries(reader, source, rootKey).filter(({ key }) => !read.has(key))
  if (lacking.length === 0) return []
  const others = groupByStem([...readEntries(reader, content, rootKey === undefined ? undefined : locale), ...entries])
  return lacking.flatMap(({ key, value }) => {
    const found = others.get(toStem(key))
    if (found === undefined || found.isPlural === (typeof value !== 'string')) return []
    return [{ key, names: [...found.names], isPlural: found.isPlural }]
  })
}

const toStem = (key: string): string => key.replace(KIND, '').replace(FORM, '')

type Keyed = Pick<TargetEntry, 'key' | 'value'>

function groupByStem(entries: readonly Keyed[]) {
  const found = new Map<string, { readonly names: Set<string>; isPlural: boolean }>()
  for (const { key, value } of entries) {
    const group = getOrAdd(found, toStem(key), () => ({ names: new Set<string>(), isPlural: false }))
    group.names.add(key)
    if (typeof value !== 'string' || key.startsWith('plurals/') || /[._]other$/.test(key)) group.isPlural = true
  }
  return found
}

/** The entries of a file read as a source file; none if it is not one. */
const readEntries = (reader: Format, text: string, rootLocale: string | undefined): readonly Keyed[] =>
  readIfValid(() => reader.read(text, rootLocale).entries) ?? []

/** A file with its content. */
export interface FileText {
  /** Name in error messages. */
  readonly path: string
  readonly content: string
}

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
  /** The keys that occur twice with different values. They are no strings of the file. */
  readonly conflicts: readonly RepeatedKey[]
}

/** The data of a source string, without the string. */
export interface SourceSyntax extends Pick<SourceItem, 'src' | 'words'> {
  readonly syntax: Syntax
}

export interface TargetFileInput extends FileText {
  readonly format: string
  readonly locale: string
  /** The source file. Needed by formats whose target files are ambiguous without it. */
  readonly source?: string | undefined
  /** The root key of the source file, if that is its locale. */
  readonly rootKey?: string | undefined
  /** Whether to reject new code, and plural forms under a wrong header, as in a pushed file. */
  readonly isPushed?: boolean | undefined
  /** The file before a push: its header is the right one if it is not wrong itself, and its code is known. */
  readonly before?: string | undefined
}

export interface TargetFile {
  readonly entries: readonly TargetEntry[]
  /** The keys whose plural forms are all empty. They have no translation. */
  readonly empty: readonly Pick<TargetEntry, 'key' | 'emptyForms'>[]
  /** The keys that occur twice with different values. They have no translation. */
  readonly conflicts: readonly RepeatedKey[]
  /** The plural categories that the file supports, if its format limits them. */
  readonly categories: readonly string[] | undefined
  /** The keys of plural forms that were not read from a pushed file, because its header is wrong. */
  readonly unclear?: { readonly keys: readonly string[]; readonly fault: HeaderFault }
  /** Source strings that a pushed file has in the other shape. */
  readonly reshaped: readonly ReshapedKey[]
}

/** In messages of this format, apostrophes are text unless a string shows that they quote, as Flutter's `use-escaping` sets it. */
const QUOTES_IF_SHOWN = 'arb'

/**
 * Parses a source file without counting words, with one step per string. Blank strings are left out: there is nothing to translate. Detects its placeholder
 * families.
 * @throws AppError `invalid_input` with line and column
 */
export function* readSource(file: SourceFileInput): Generator<number, SourceFile> {
  const { path, content } = file
  const format = file.format ?? findSourceFormat(path, content)
  yield 0
  const reader = formatById(format)
  if (file.isPushed === true) assertNoNull(content, reader.escape)
  const { entries, options, families } = reader.read(content, file.rootLocale, file.locale)
  const items: SourceItem[] = []
  const detector = new FamilyDetector(file.syntax ?? options.syntax, {
    quotesIfShown: format === QUOTES_IF_SHOWN,
    usual: reader.usualFamily,
    proven: families,
  })
  for (const [at, entry] of entries.entries()) {
    yield at
    if (isBlank(entry.value) || entry.differs === true) continue
    const pattern = findPatternSyntax(entry)
    // The directives of a date are no placeholders.
    if (pattern === undefined) detector.add(entry)
    items.push({
      ...entry,
      ...(pattern !== undefined && { syntax: pattern }),
      src: sourceHash(entry.value, entry.context),
    })
  }
  const hasCode = (reader.listCode?.(content).length ?? 0) > 0
  return {
    format,
    options: { ...options, ...toFamilyOptions(detector.result), ...(hasCode && { code: true }) },
    items,
    conflicts: listConflicts(entries),
  }
}

/** Detects the format of a source file. @throws AppError `invalid_input` if it has none, or a family that no format reads in its real meaning. */
function findSourceFormat(path: string, content: string): string {
  assertSupported(path, content)
  return firstFormat(path, findFormatIds(path, content))
}

/** Lists the keys with two values, without their values. */
const listConflicts = (entries: readonly RepeatedKey[]): readonly RepeatedKey[] =>
  entries.flatMap(({ key, duplicate, differs }) =>
    differs === true ? [{ key, differs, ...(duplicate !== undefined && { duplicate }) }] : [],
  )

/** Whether an entry of a target file has a translation, and not two or only empty plural forms. */
export const hasText = ({ value, differs }: Pick<TargetEntry, 'value' | 'differs'>): boolean =>
  differs !== true && (typeof value === 'string' || Object.keys(value).length > 0)

/** Parses a target file. @throws AppError `invalid_input` with line and column. */
export function readTarget(file: TargetFileInput): TargetFile {
  const { content, format, locale, source, rootKey, isPushed, before } = file
  const reader = formatById(format)
  if (isPushed === true) {
    assertNoNull(content, reader.escape)
    assertNoNewCode(
      reader,
      content,
      [source, before].flatMap(known => known ?? []),
    )
  }
  const all = reader.readTarget(content, locale, source, rootKey)
  const fault = isPushed === true ? reader.header?.findFault(content, locale, before) : undefined
  const hasForms = ({ value }: TargetEntry): boolean => typeof value !== 'string'
  const entries = fault === undefined ? all : all.filter(entry => !hasForms(entry))
  const keys = fault === undefined ? [] : all.filter(hasText).filter(hasForms)
  return {
    ...(fault !== undefined && keys.length > 0 && { unclear: { keys: keys.map(({ key }) => key), fault } }),
    entries: entries.filter(hasText),
    empty: entries.flatMap(one =>
      hasText(one) || one.differs === true ? [] : [{ key: one.key, emptyForms: one.emptyForms ?? [] }],
    ),
    conflicts: listConflicts(entries),
    categories: reader.pluralCategories?.(locale, content),
    reshaped: isPushed === true ? findReshapedKeys(reader, file, entries) : [],
  }
}
