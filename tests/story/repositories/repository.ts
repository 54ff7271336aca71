/** A small repository, and how its files change when an agent translates it. */
export interface Repository {
  readonly name: string
  readonly locales: readonly string[]
  /** The files by path, as the team has them before the first call. */
  readonly files: Readonly<Record<string, string>>
  readonly sources: readonly string[]
  /** Files with translations of earlier times. */
  readonly translated: readonly string[]
  /** What a developer replaces in source files: a string is changed, one is added, one removed, one renamed. */
  readonly edits: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>
  /** What git shows after the first translation: a line per file, and its hunks with one line around each. */
  readonly first: string
  /** What git shows after the translation of the edited source. */
  readonly second: string
}
