import type { SourceString } from '../tree.ts'

/** A translation as a target file has it. */
export interface Delivered {
  readonly key: string
  readonly context: string | undefined
  readonly text: string
  /** What the file itself says of the source of an unfinished text: `#, fuzzy` with `#| msgid`. */
  readonly unfinished?: { readonly source: string | undefined; readonly context: string | undefined }
}

/** A format as this test reads and writes it, without the product's code. */
export interface TestFormat {
  readonly sourcePath: (file: string) => string
  /** With {locale}, for `target` of a push. */
  readonly target: (file: string) => string
  readonly targetPath: (file: string, locale: string) => string
  readonly writeSource: (strings: readonly SourceString[]) => string
  /** The file of a locale with these texts, as a translator would send it. */
  readonly writeTarget: (strings: readonly (readonly [SourceString, string])[], locale: string) => string
  readonly read: (content: string) => readonly Delivered[]
  /** How the tools name a string, and how `Delivered` does. */
  readonly nameOf: (one: SourceString) => { readonly key: string; readonly context: string | undefined }
}
