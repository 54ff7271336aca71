import type { CheckResult } from '../l10n/checks/check.ts'
import type { CheckTask } from '../l10n/checks/check-many.ts'
import type { TermSearch } from '../l10n/checks/find-terms.ts'
import type { Meter, Pacer } from '../scheduling/pacer.ts'
import type {
  FileText,
  SourceFile,
  SourceFileInput,
  SourceSyntax,
  TargetFile,
  TargetFileInput,
  WriteInput,
} from './jobs.ts'
import type { CountedMessage } from './word-count-batches.ts'

/** For whom work is done. */
export interface ComputeOptions {
  /** Callers of one name wait for each other; those of different names take turns. */
  readonly queue: string
  /** Told of every millisecond of work. */
  readonly meter?: Meter | undefined
}

/** A transaction asked for long work that was not done before it: it is given up, and begins again behind that work. */
export class NotComputedError extends Error {
  override readonly name = 'NotComputedError'
}

/** An error message says of a text what it is called. */
export type CheckRequest = CheckTask & Named
export type TermRequest = TermSearch & Named

interface Named {
  readonly name?: string
}

/**
 * The results of one call. Each is computed once: what a handler asks before its transaction is there at once when it asks again inside, with the same
 * input. All methods throw AppError `too_complex` where the work takes over 10 seconds, `unavailable` where too much of it waits, and `NotComputedError`
 * where `cacheOnly` holds and the work is long.
 */
export interface Computation {
  /** Inside a transaction nobody waits for a thread: only what is known by now, or takes no time, has a result. */
  cacheOnly: boolean
  /** Of all work of this call that is done here; its time is counted. */
  pace(): Pacer
  /** A source file with the hash of each text. @throws AppError `invalid_input` with line and column. */
  readSource(file: SourceFileInput): Promise<SourceFile>
  /** The syntax of each text of a source file, in the order of the file; the texts are not kept. @throws AppError `invalid_input` with line and column. */
  readSyntaxes(file: SourceFileInput): Promise<readonly SourceSyntax[]>
  /** A target file. @throws AppError `invalid_input` with line and column. */
  readTarget(file: TargetFileInput): Promise<TargetFile>
  /** As `Format.write`. */
  writeTarget(file: WriteInput): Promise<string>
  /** The ids of the formats that a file may be of; the first one is its format. */
  formatsOf(file: FileText): Promise<readonly string[]>
  /** What the checks say of each text, in their order. Give many at once: a source is parsed once for all of them. */
  checkAll(requests: readonly CheckRequest[]): Promise<readonly CheckResult[]>
  check(request: CheckRequest): Promise<CheckResult>
  /** Whether each source holds one of its terms outside placeholders, in their order; a source that comes several times is parsed once. */
  findTerms(requests: readonly TermRequest[]): Promise<readonly boolean[]>
  /** What `judge` finds, once for each key of the call: for what reads so much that a transaction should only look whether the key is still the same. */
  memoize<Result>(key: readonly unknown[], judge: () => Promise<Result>): Promise<Result>
  /** The words of each message, in their order; of several plural forms the most. They are not remembered. `locale` is that of the messages. */
  countWords(messages: readonly CountedMessage[], locale: string): Promise<readonly number[]>
}
