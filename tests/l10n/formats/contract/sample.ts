import type { LawOptions } from './laws.ts'

export type Pair = readonly [key: string, text: string]

/** A property that a format does not have, why, and a file that proves it. */
export interface Lack {
  readonly lacks: string
  readonly file: string
}

/** What a format tells of itself. Everything else is derived, so that a new format answers for all properties or is red. */
export interface Sample {
  /** A source file as projects write it: an ordinary text, one with a placeholder, and a plural where the format has plurals. */
  readonly source: string
  /**
   * A file with these entries, the key of each on a line of its own. Where a file has a source text beside the translation, it is the text in small letters.
   */
  readonly build: (pairs: readonly Pair[], locale?: string) => string
  /** The note of the first entry of `source`, or a file whose comments are none. */
  readonly note: string | Lack
  /** A file of so many levels; undefined if texts and keys have none. */
  readonly nest?: (levels: number) => string
  /** A file that is no file of the format, and the line and column of its fault. */
  readonly fault: readonly [text: string, place: string]
  /** Why an entry does not stay in its place under a new key. */
  readonly losesFormer?: string
  /** Why a file gets no entry that it lacks. */
  readonly insertsNone?: string
  /** Why a key cannot occur twice: it is made of the text. */
  readonly makesKeys?: string
  /** Why a text cannot be empty. */
  readonly hasNoEmpty?: string
  /** Why a long key is no fault. */
  readonly hasLongKeys?: string
  /** Why not each text is read as it was written. */
  readonly rewords?: string
  /** Escapes of the format that another reader does not know. */
  readonly escapes?: string
  /** The root key of a source file. */
  readonly root?: string
  readonly laws?: LawOptions
}
