import type { CheckResult } from '../l10n/checks/check.ts'
import type { CheckTask } from '../l10n/checks/check-text.ts'
import type { TermSearch } from '../l10n/checks/contains-terms.ts'
import type {
  FileText,
  SourceFile,
  SourceFileInput,
  SourceSyntax,
  TargetFile,
  TargetFileInput,
} from '../l10n/files/read-files.ts'
import type { Meter, Pacer } from '../scheduling/pacer.ts'
import type { KeepInput, SliceInput, WriteInput } from './jobs.ts'
import type { CountedMessage } from './word-count-batches.ts'

/** The caller of the work. */
export interface ComputeOptions {
  /** Calls with the same name run in sequence; different names take turns. */
  readonly queue: string
  /** Receives the duration of all work. */
  readonly meter?: Meter | undefined
}

/** A transaction requested long work that was not computed before it. The transaction is undone; it runs again after that work is done. */
export class NotComputedError extends Error {
  override readonly name = 'NotComputedError'
}

/** `name` is the name of the string in error messages. */
export type CheckRequest = CheckTask & Named
export type TermRequest = TermSearch & Named

interface Named {
  readonly name?: string
}

/**
 * The results of one call, each computed once. A result that a handler computes before its transaction is available inside, if the input is the same.
 * All methods throw AppError `too_complex` if the work takes over 10 seconds, `unavailable` if too much work waits. With `cacheOnly`, long work throws
 * `NotComputedError`.
 */
export interface Computation {
  /** Set in a transaction, which must not wait for a thread: only cached results and small work are allowed. */
  cacheOnly: boolean
  /** The pacer for all inline work of this call. Counts its time. */
  pace(): Pacer
  /** Parses a source file, with the hash of each string. @throws AppError `invalid_input` with line and column. */
  readSource(file: SourceFileInput): Promise<SourceFile>
  /** Returns the syntax of each string of a source file, in file order, without keeping the strings. @throws AppError `invalid_input` with line and column. */
  readSyntaxes(file: SourceFileInput): Promise<readonly SourceSyntax[]>
  /** Parses a target file. @throws AppError `invalid_input` with line and column. */
  readTarget(file: TargetFileInput): Promise<TargetFile>
  /** Slices a file with all locales by locale, see `Multilingual`. @throws AppError `invalid_input` with line and column. */
  sliceTarget(file: SliceInput): Promise<readonly (readonly [locale: string, content: string])[]>
  /** Like `Multilingual.keepOthers`. @throws AppError `invalid_input` with line and column. */
  keepOthers(file: KeepInput): Promise<string>
  /** Like `Format.write`. */
  writeTarget(file: WriteInput): Promise<string>
  /** Returns the IDs of all formats that a file may have, the most likely one first. */
  findFormats(file: FileText): Promise<readonly string[]>
  /** Runs the checks; returns their results in the order of the requests. Pass many requests at once: equal sources are parsed once. */
  checkAll(requests: readonly CheckRequest[]): Promise<readonly CheckResult[]>
  check(request: CheckRequest): Promise<CheckResult>
  /** Whether each source has one of its terms outside of placeholders, in the order of the requests. Equal sources are parsed once. */
  containTerms(requests: readonly TermRequest[]): Promise<readonly boolean[]>
  /** Returns the result of `judge`, computed once per key of the call. For work that reads many records: the transaction then only compares the key. */
  memoize<Result>(key: readonly unknown[], judge: () => Promise<Result>): Promise<Result>
  /** Counts the words of each message, in order; for plural forms, the maximum. `locale` is the locale of the messages. Not cached. */
  countWords(messages: readonly CountedMessage[], locale: string): Promise<readonly number[]>
}
