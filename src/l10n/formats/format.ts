import type { Family } from '../message/families.ts'
import type { Message, Syntax } from '../message/message.ts'
import type { CodePiece } from './code.ts'
import type { FormerKeys } from './former-keys.ts'

/** Properties of a file that a push detects and a pull keeps: indentation, message syntax, key separator, plural suffix. */
export type FormatOptions = Readonly<Record<string, string | number | boolean>>

export interface SourceEntry {
  /** The key as users see it; unique within a file. */
  readonly key: string
  readonly value: Message
  /** A note for translators; changing it makes translations stale. */
  readonly description?: string
  /** gettext's msgctxt: part of the source's identity. */
  readonly context?: string
  /** Where the application uses it, as `path:line`. */
  readonly references?: readonly string[]
  readonly tags?: readonly string[]
  /** Set only if it differs from the file's syntax. */
  readonly syntax?: Syntax
  /** The lines of two occurrences of the key, with the same value. Only the first such keys of a file have it. */
  readonly duplicate?: readonly [number, number]
  /** Set if the key occurs again with another value, so that it has none. `duplicate` has the lines of the first such keys. */
  readonly differs?: true
  /** Maximum length in graphemes. */
  readonly maxLength?: number
  readonly doNotTranslate?: boolean
}

export interface ParsedSource {
  readonly entries: readonly SourceEntry[]
  readonly options: FormatOptions & { readonly syntax: Syntax }
  /** Families of placeholders that its texts have, also if no string shows it. */
  readonly families?: readonly Family[]
}

/** A source file that was read, with its path. */
export interface ReadFile {
  readonly path: string
  readonly entries: readonly SourceEntry[]
  readonly options: FormatOptions
}

/** A translation in a target file. */
export interface TargetEntry {
  readonly key: string
  /** Without a form if all plural forms in the file are empty. */
  readonly value: Message
  /** The state in the file, such as gettext's fuzzy, or XLIFF's `needs-translation` and `final`; absent means translated. */
  readonly state?: WrittenState
  /** Which source string the file itself names for it: that of the source file, or another one; absent if it does not say. */
  readonly ofSource?: 'present' | 'other'
  /** As in `SourceEntry`. */
  readonly duplicate?: readonly [number, number]
  /** As in `SourceEntry`. */
  readonly differs?: true
  /** Plural forms in the file beyond those that its header has. They are kept, and not read. */
  readonly surplus?: number
  /** Plural forms without a text, such as `zero`. They are kept, and not read. */
  readonly emptyForms?: readonly string[]
  /** Texts of the file that were not read, because the source has no text in their place. Only the first entry has it. */
  readonly unplaced?: number
}

/** Why the header of a target file is wrong for its locale. */
export interface HeaderFault {
  /** The value in the file. */
  readonly line: string
  /** The right header line, which a pull writes. */
  readonly right: string
  /** The reason, such as `it has 2 forms, but pl has 3`. */
  readonly why: string
}

/** Rules about the header of a target file, for formats that have one. */
export interface HeaderRules {
  /**
   * Returns why the header of a file is wrong for the plural forms that it has; undefined if it is not. `write` corrects it with the first one that it writes.
   * @param before the file that it replaces, whose header is preferred
   */
  findFault(target: string, locale: string, before?: string): HeaderFault | undefined
  /**
   * Rejects a file with a wrong header.
   * @param before see `findFault`
   * @throws AppError `invalid_input` with line and column, and the right line
   */
  check(target: string, locale: string, before?: string): void
  /** Describes how a header differs from that of an earlier file, as a sentence part; undefined if it does not. */
  describeChange(before: string, after: string): string | undefined
}

/** The field in which a target file names its own locale, for formats that have one. */
export interface LocaleField {
  /** Such as `@@locale`. */
  readonly name: string
  /** The locale as the file spells it; undefined if the file names none. */
  find(target: string): string | undefined
}

/** The source that a stale text translates. */
export interface PreviousSource {
  /** Absent if it is unknown. */
  readonly source?: Message
  readonly context?: string
}

/** A text of an entry that left the source. */
export interface ObsoleteText extends PreviousSource {
  readonly source: Message
  readonly value: Message
}

/** Earlier sources of a file whose keys are the source strings, by key. */
export interface SourceHistory {
  /** Entries whose value translates an earlier source. */
  readonly previous: readonly (readonly [key: string, source: PreviousSource])[]
  readonly obsolete: readonly (readonly [key: string, text: ObsoleteText])[]
}

/** A state that differs from translated. XLIFF 2 writes `final` for approved. */
export type WrittenState = 'needs_review' | 'approved'

/** Translations by key. */
export type Values = ReadonlyMap<string, Message>

export interface WriteRequest {
  /** The source file. */
  readonly source: string
  /** The imported target file, if any. */
  readonly base?: string | undefined
  /** The target file of another locale, as a style model for a new file. */
  readonly sibling?: string | undefined
  readonly locale: string
  /** The root key of the source, if that is its locale; the target file has its own. */
  readonly rootKey?: string | undefined
  readonly values: Values
  /** States of `values`, for formats with states; absent means translated. */
  readonly states?: ReadonlyMap<string, WrittenState> | undefined
  /** Keys of `values` that the file marks as unfinished; `states` alone does not take a text from the programs that read PO. */
  readonly unfinished?: ReadonlySet<string> | undefined
  /** Keys of `values` that translate an earlier source. */
  readonly stale?: ReadonlySet<string> | undefined
  /** Keys removed from the source; removed from `base`, too, or obsolete in formats that keep them. */
  readonly removed?: ReadonlySet<string> | undefined
  /** Keys whose translation was withdrawn: their translations are removed from `base`. */
  readonly withdrawn?: ReadonlySet<string> | undefined
  /** Keys that changed in the source. */
  readonly former?: FormerKeys | undefined
  /** Only for formats with `keysAreSources`. */
  readonly history?: SourceHistory | undefined
}

/** What docs/formats.md says about a format: each a sentence or a list of terms, for users. */
export interface FormatNotes {
  /** The name that users know: `Android string resources`. */
  readonly name: string
  /** What proves the format: marks in the name or the content of a file. Default: its extension. */
  readonly marks?: string
  /** A source file as projects name it. Default: `locales/en` with the first extension. */
  readonly example?: string
  /** Placeholder families, such as `printf`. */
  readonly placeholders: string
  readonly plurals: string
  /** States that the file carries; absent if it has none. */
  readonly states?: string
  /** What becomes the note of an entry. */
  readonly notes: string
  /** What is kept byte for byte, but is not an entry or cannot be created. */
  readonly unsupported: string
  /** Rules of the format that users must know, each with its name: `Keys: the first words of a text`. */
  readonly details?: readonly string[]
}

/** Rules of a format whose one file has all locales: its target path is the path of the source file. */
export interface Multilingual {
  /**
   * Returns the translations of each locale that the file has, as a file of the same format with that locale alone. It is the base of the next import.
   * `locales` are those of the project.
   */
  slice(text: string, locales: readonly string[]): ReadonlyMap<string, string>
  /**
   * Returns a file with the parts of other locales than `own` that another version of it has, in place of its own ones. These are all parts that are neither a
   * key nor a note, also those that are no entries, and those of locales that the project does not have. Without `other`, the file has none of them.
   */
  keepOthers(text: string, other: string | undefined, own: readonly string[]): string
}

/**
 * A file format, edited by span: everything outside the changed values stays byte for byte. Input is decoded UTF-8, with its byte order mark.
 */
export interface Format {
  readonly id: string
  /** File extensions, for messages: `.json`. */
  readonly extensions: string
  /** Matches every escape in a string, and that of the null character in its first group. */
  readonly escape: RegExp
  /** Whether a key is the source string: a corrected string has a new key. `write` then keeps earlier entries, see `SourceHistory`. */
  readonly keysAreSources?: boolean
  /** A word that a target file contains if it marks any translation as unfinished, such as `fuzzy`; absent if the format has no such mark. */
  readonly unfinishedMark?: string
  /** The mark of entries out of use in a target file, whose translations `write` brings back with their source string; absent without such entries. */
  readonly obsoleteMark?: string
  /** Whether spreadsheets open its files, and run texts that are formulas. */
  readonly isSpreadsheet?: true
  /** Loads the parser in steps, between which other work runs. Without it, the first file loads it at once. */
  readonly load?: () => Promise<unknown>
  /** Returns the language of the translations in a source file, as the file spells it, for formats whose source files can have them. */
  readonly findTargetLanguage?: (text: string) => string | undefined
  /** Set if one file has all locales. `write` then changes the translations of one locale in `base`, which is the whole file. */
  readonly multilingual?: Multilingual
  /** The placeholder family of the format's programs, which one string shows. */
  readonly usualFamily?: Family
  /** For docs/formats.md. */
  readonly about: FormatNotes
  /** Returns whether a path (and, if that is ambiguous, the content) has this format. Cheap: it must not parse a long file. */
  matches(path: string, text: string): boolean
  /** Lists the IDs of other formats that a file could also have; none if its name or content proves this one. Default: none. */
  rivals?(file: ReadFile): readonly string[]
  /**
   * Reads a source file. If its only key at the root spells `rootLocale`, the entries are below it, and the options have it as `root`.
   * `locale` is the source locale of the project, which files with all locales need.
   * @throws AppError `invalid_input` with line and column
   */
  read(text: string, rootLocale?: string, locale?: string): ParsedSource
  /**
   * Reads the translations of a target file by key, without empty ones. `source` is the source file. It resolves ambiguities, such as whether `step_other` is
   * a key or a plural form. `rootKey` is the root key of the source, if that is its locale.
   * @throws AppError `invalid_input` with line and column
   */
  readTarget(text: string, locale: string, source?: string, rootKey?: string): readonly TargetEntry[]
  /**
   * Renders a target file: `base` with each value replaced, missing keys inserted in the order and style of the source, `removed` keys deleted and all other
   * keys unchanged; without `base`, the source's keys with `values`, in the style of `sibling` or of the source.
   */
  write(request: WriteRequest): string
  /** Returns the plural categories that a target file supports, if the file determines them instead of CLDR. `target` is the existing file, if any. */
  pluralCategories?(locale: string, target: string | undefined): readonly string[]
  /**
   * Lists what runs when a program loads the file: everything except an inert frame, literals and comments, in file order. Only for formats whose files are
   * code. A piece that looks inert but may not be is listed.
   * @throws AppError `invalid_input` with line and column
   */
  listCode?(text: string): readonly CodePiece[]
  /** Set if the plural form `zero` is for the number 0 in every language, also where CLDR has no such category. */
  readonly hasExactZero?: true
  /** Set if its placeholders of printf are those of Apple: `%@`, `%#@name@`. */
  readonly isApple?: true
  /** Set if its build refuses a string with several arguments of printf that are not all numbered, as that of Android does. */
  readonly needsPositions?: true
  /** Set if a file tells which argument each `%#@name@` takes, whatever their order is. */
  readonly numbersSubstitutions?: true
  readonly header?: HeaderRules
  readonly localeField?: LocaleField
}
