import type { Level } from '../../l10n/checks/check.ts'

/** A finding with its place in the repository. */
export interface GateFinding {
  /** Path from the folder of `dragoman.json`. */
  readonly path: string
  /** From 1. */
  readonly line: number
  readonly column: number
  /** Absent for a fault of a file with all locales, or of a source file. */
  readonly locale?: string
  /** Absent for a fault of the file. */
  readonly key?: string
  /** ID of the check; `file` for a file that a push would refuse. */
  readonly check: string
  readonly level: Exclude<Level, 'info'>
  readonly message: string
  readonly fix?: string
}

/** Strings that wait for Dragoman, by locale. */
export type CountByLocale = Readonly<Record<string, number>>

/** What a change does to a source file and its translations. */
export interface FileChange {
  readonly path: string
  /** Source strings that the change adds, and that some locale does not translate. */
  readonly added: number
  /** Source strings that the change rewrites, and that some locale has not translated again. */
  readonly changed: number
  /** Missing translations of added strings, by locale. */
  readonly queued: CountByLocale
  /** Missing and outdated translations of changed strings, by locale. */
  readonly stale: CountByLocale
  readonly renamed: readonly { readonly from: string; readonly to: string }[]
  /** Edited translations of strings that the change leaves alone, by path. */
  readonly edited: CountByLocale
  /** Translations that the change removes, though their source stays, by path. */
  readonly removed: CountByLocale
}

export interface GateReport {
  /** By path, line and column. */
  readonly findings: readonly GateFinding[]
  /** Translations that were checked. */
  readonly strings: number
  /** Missing and unfinished translations of the whole repository, by locale; empty for a change. */
  readonly queued: CountByLocale
  /** Only for a change: the source files that it touches. */
  readonly changes?: readonly FileChange[]
}

/** Orders findings by place. */
export const comparePlaces = (one: GateFinding, other: GateFinding): number =>
  compareTexts(one.path, other.path) || one.line - other.line || one.column - other.column

const compareTexts = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1)

export const countLevel = ({ findings }: Pick<GateReport, 'findings'>, level: GateFinding['level']): number =>
  findings.reduce((count, finding) => count + (finding.level === level ? 1 : 0), 0)
