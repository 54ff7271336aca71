import type { Message, Syntax } from '../message.ts'

/** Facts about one file that a pull must keep and a push finds out: indentation, message syntax, key separator, plural suffix. */
export type FormatOptions = Readonly<Record<string, string | number | boolean>>

export interface SourceEntry {
  /** Path of the entry as people write it; unique within a file. */
  readonly key: string
  readonly value: Message
  readonly description?: string
  readonly context?: string
}

export interface ReadFile {
  readonly entries: readonly SourceEntry[]
  readonly options: FormatOptions & { readonly syntax: Syntax }
}

/**
 * A file format, edited by span: everything outside the changed values stays byte for byte. Texts are UTF-8 decoded with a byte order mark kept.
 */
export interface Format {
  readonly id: string
  /** Whether a path (and, when that leaves doubt, the text) is of this format. */
  matches(path: string, text: string): boolean
  /** @throws AppError `invalid_input` with line and column of the fault. */
  read(text: string): ReadFile
  /**
   * A target file: `base` (the present target file, if there is one) with each value of `values` put in place, keys it lacks inserted in the order and
   * style of `source`, and keys not in `values` left as they are (`base`) or left out (no base).
   */
  write(source: string, base: string | undefined, values: ReadonlyMap<string, Message>): string
}
