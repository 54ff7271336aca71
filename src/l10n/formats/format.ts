import type { Message, Syntax } from '../message/message.ts'

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
  /** Maximum length in graphemes. */
  readonly maxLength?: number
  readonly doNotTranslate?: boolean
}

export interface ParsedSource {
  readonly entries: readonly SourceEntry[]
  readonly options: FormatOptions & { readonly syntax: Syntax }
}

/** A translation in a target file. */
export interface TargetEntry {
  readonly key: string
  readonly value: Message
  /** The state in the file, such as gettext's fuzzy; absent means translated. */
  readonly state?: 'needs_review'
}

export interface WriteRequest {
  /** The source file. */
  readonly source: string
  /** The imported target file, if any. */
  readonly base?: string | undefined
  /** The target file of another locale, as a style model for a new file. */
  readonly sibling?: string | undefined
  readonly locale: string
  readonly values: ReadonlyMap<string, Message>
  /** Keys removed from the source; removed from `base`, too. */
  readonly removed?: ReadonlySet<string> | undefined
  /** Keys whose translation was withdrawn: their translations are removed from `base`. */
  readonly withdrawn?: ReadonlySet<string> | undefined
}

/**
 * A file format, edited by span: everything outside the changed values stays byte for byte. Input is decoded UTF-8, with its byte order mark.
 */
export interface Format {
  readonly id: string
  /** File extensions, for messages: `.json`. */
  readonly extensions: string
  /** A word that a target file contains if it marks any translation as unfinished, such as `fuzzy`; absent if the format has no such mark. */
  readonly unfinishedMark?: string
  /** Returns whether a path (and, if that is ambiguous, the content) has this format. */
  matches(path: string, text: string): boolean
  /**
   * Reads a source file.
   * @throws AppError `invalid_input` with line and column
   */
  read(text: string): ParsedSource
  /**
   * Reads the translations of a target file by key, without empty ones. `source` is the source file. It resolves ambiguities, such as whether `step_other` is
   * a key or a plural form.
   * @throws AppError `invalid_input` with line and column
   */
  readTarget(text: string, locale: string, source?: string): readonly TargetEntry[]
  /**
   * Renders a target file: `base` with each value replaced, missing keys inserted in the order and style of the source, `removed` keys deleted and all other
   * keys unchanged; without `base`, the source's keys with `values`, in the style of `sibling` or of the source.
   */
  write(request: WriteRequest): string
  /** Returns the plural categories that a target file supports, if the file determines them instead of CLDR. `target` is the existing file, if any. */
  pluralCategories?(locale: string, target: string | undefined): readonly string[]
}
