/** One translation of one source string, as a TMX file and the translation memory exchange it: a row per source and target locale. */
export interface TmxUnit {
  /** Canonical BCP 47 tag. */
  readonly sourceLocale: string
  readonly source: string
  /** Canonical BCP 47 tag. */
  readonly targetLocale: string
  readonly target: string
  /** Slug of the project. */
  readonly project?: string
  /** Path of the source file. */
  readonly file?: string
  /** Key in the file. */
  readonly key?: string
  /** Source string before this one in the file. */
  readonly previous?: string
  /** Source string after this one in the file. */
  readonly next?: string
  /** ISO 8601, UTC, in seconds: `2026-01-31T12:00:00Z`. */
  readonly createdAt?: string
  /** As `createdAt`. */
  readonly changedAt?: string
  readonly note?: string
}

/** A unit that was read, with its place for messages. */
export interface ReadTmxUnit extends TmxUnit {
  /** Line of the `<tu>`, from 1. */
  readonly line: number
}
