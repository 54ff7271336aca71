import type { Message, Syntax } from '../message/message.ts'

/** Facts about one file that a pull must keep and a push finds out: indentation, message syntax, key separator, plural suffix. */
export type FormatOptions = Readonly<Record<string, string | number | boolean>>

export interface SourceEntry {
  /** Path of the entry as people write it; unique within a file. */
  readonly key: string
  readonly value: Message
  /** A note for translators; a change of it makes translations stale. */
  readonly description?: string
  /** gettext's msgctxt: part of what the source is. */
  readonly context?: string
  /** Where the program uses it, as `path:line`. */
  readonly references?: readonly string[]
  readonly tags?: readonly string[]
  /** Where it differs from the file's. */
  readonly syntax?: Syntax
  /** In graphemes. */
  readonly maxLength?: number
  readonly doNotTranslate?: boolean
}

export interface ParsedSource {
  readonly entries: readonly SourceEntry[]
  readonly options: FormatOptions & { readonly syntax: Syntax }
}

/** A text that a target file carries. */
export interface TargetEntry {
  readonly key: string
  readonly value: Message
  /** What the file says of the text, such as gettext's fuzzy; absent = translated. */
  readonly state?: 'needs_review'
}

export interface WriteRequest {
  /** The source file. */
  readonly source: string
  /** The target file as it was imported, if it was. */
  readonly base?: string | undefined
  /** The target file of another locale: a new file takes its style. */
  readonly sibling?: string | undefined
  readonly locale: string
  readonly values: ReadonlyMap<string, Message>
  /** Keys that left the source: `base` loses them. */
  readonly removed?: ReadonlySet<string> | undefined
  /** Keys of the source whose text was taken back: `base` loses their texts. */
  readonly withdrawn?: ReadonlySet<string> | undefined
}

/**
 * A file format, edited by span: everything outside the changed values stays byte for byte. Texts are UTF-8 decoded with a byte order mark kept.
 */
export interface Format {
  readonly id: string
  /** How its files end, for messages: `.json`. */
  readonly extensions: string
  /** Whether a path (and, when that leaves doubt, the text) is of this format. */
  matches(path: string, text: string): boolean
  /** Reads a source file. @throws AppError `invalid_input` with line and column of the fault. */
  read(text: string): ParsedSource
  /**
   * Reads a target file: what it says for each key; empty texts are left out. `source` is the source file, which decides where the target alone can be read
   * in two ways: whether `step_other` is a key or a plural form. @throws AppError `invalid_input` as `read`.
   */
  readTarget(text: string, locale: string, source?: string): readonly TargetEntry[]
  /**
   * A target file: `base` with each value put in place, keys that it lacks inserted in the order and style of the source, `removed` taken out and all other
   * keys left as they are; without `base`, what the source has of `values`, in the style of `sibling` or of the source.
   */
  write(request: WriteRequest): string
  /** The plural categories that a target file has a place for, where the file decides and not CLDR; `target` is the file, if there is one. */
  pluralCategories?(locale: string, target: string | undefined): readonly string[]
}
