import type { CheckResult } from '../l10n/checks/check.ts'
import { checkMany } from '../l10n/checks/check-text.ts'
import { containTerms } from '../l10n/checks/contains-terms.ts'
import {
  type FileText,
  readSource,
  readTarget,
  type SourceFile,
  type SourceFileInput,
  type SourceSyntax,
  type TargetFile,
  type TargetFileInput,
} from '../l10n/files/read-files.ts'
import { FORMATS, findFormatIds } from '../l10n/formats/registry.ts'
import { getEntryFamilies, readFamilies } from '../l10n/message/families.ts'
import { type Message, messageUnits } from '../l10n/message/message.ts'
import { findEntrySyntax } from '../l10n/message/patterns/find-pattern.ts'
import { type Meter, Pacer } from '../scheduling/pacer.ts'
import { echo } from '../text/escape.ts'
import { type Batch, type CheckedText, MAX_INLINE_TEXTS, MAX_INLINE_UNITS, splitIntoBatches } from './check-batches.ts'
import {
  type CheckRequest,
  type Computation,
  type ComputeOptions,
  NotComputedError,
  type TermRequest,
} from './computation.ts'
import {
  type JobKind,
  type KeepInput,
  keepOthers,
  type SliceInput,
  sliceTarget,
  type WriteInput,
  writeTarget,
} from './jobs.ts'
import { Memo } from './memo.ts'
import { type Parcel, pack, unpack } from './packing.ts'
import type { Pool } from './pool.ts'
import { packTasks } from './task-parcel.ts'
import { addWordCounts, type CountedMessage, countWordBatch, splitIntoWordBatches } from './word-count-batches.ts'

/** UTF-16 units of a file that is processed without a thread: 20 to 30 milliseconds for the slowest format. */
const MAX_INLINE_FILE_UNITS = 16_384
/** Batches of one call that run in parallel. */
const MAX_PARALLEL_BATCHES = 2

/** The computations of one call: small ones inline, long ones in the thread pool. Each result is cached. */
export class CallComputation implements Computation {
  readonly #pool: Pool
  readonly #queue: string
  readonly #meter: Meter | undefined
  readonly #pace: Pacer
  readonly #memo = new Memo()
  readonly #memoized = new Memo()
  #cacheOnly = false
  /** Inline work since `cacheOnly` was set. */
  #inside = { units: 0, texts: 0 }

  constructor(pool: Pool, { queue, meter }: ComputeOptions) {
    this.#pool = pool
    this.#queue = queue
    this.#meter = meter
    this.#pace = new Pacer(meter, queue)
  }

  get cacheOnly(): boolean {
    return this.#cacheOnly
  }

  set cacheOnly(holds: boolean) {
    this.#cacheOnly = holds
    this.#inside = { units: 0, texts: 0 }
  }

  pace(): Pacer {
    return this.#pace
  }

  readSource(file: SourceFileInput): Promise<SourceFile> {
    return this.#memo.get(sourceKey('source', file), () => this.#readSource(file))
  }

  readSyntaxes(file: SourceFileInput): Promise<readonly SourceSyntax[]> {
    return this.#memo.get(sourceKey('syntaxes', file), async () => {
      const { items, options } = await this.#readSource(file)
      return items.map(({ src, words, syntax }) => ({
        src,
        ...(words !== undefined && { words }),
        syntax: findEntrySyntax(syntax, file.syntax, options.syntax),
      }))
    })
  }

  readTarget(file: TargetFileInput): Promise<TargetFile> {
    const { path, content, format, locale, source = '', rootKey = '', isPushed = false } = file
    const kind = isPushed ? 'pushed target' : 'target'
    return this.#memo.get([content, kind, path, format, locale, source, rootKey], async () => {
      if (content.length + source.length <= MAX_INLINE_FILE_UNITS) {
        await loadParser(format)
        return this.#runInline(content.length, () => readTarget(file))
      }
      const { head, lists } = await this.#run('read_target', { head: file, lists: {} }, `Reading ${echo(path)}`)
      return { ...(head as Omit<TargetFile, 'entries'>), entries: lists['entries'] as TargetFile['entries'] }
    })
  }

  sliceTarget(file: SliceInput): Promise<readonly (readonly [string, string])[]> {
    const { path, content, format, locales } = file
    return this.#memo.get([content, 'slices', path, format, locales.join(' ')], async () => {
      if (content.length <= MAX_INLINE_FILE_UNITS) return this.#runInline(content.length, () => sliceTarget(file))
      const { head } = await this.#run('slice_target', { head: file, lists: {} }, `Reading ${echo(path)}`)
      return head as readonly (readonly [string, string])[]
    })
  }

  keepOthers(file: KeepInput): Promise<string> {
    const { path, content, format, other = '', own } = file
    return this.#memo.get([content, 'others', path, format, other, own.join(' ')], async () => {
      const units = content.length + other.length
      if (units <= MAX_INLINE_FILE_UNITS) return this.#runInline(units, () => keepOthers(file))
      const { head } = await this.#run('keep_others', { head: file, lists: {} }, `Reading ${echo(path)}`)
      return head as string
    })
  }

  writeTarget(file: WriteInput): Promise<string> {
    const { values, ...rest } = file
    const { path, format, locale, source, base, sibling, rootKey = '', former, history } = rest
    const { states = [], stale = [], removed = [], withdrawn = [] } = rest
    const texts = [...values]
    const lists = JSON.stringify([texts, [...states], [...stale], [...removed], [...withdrawn], former, history])
    return this.#memo.get([source, base, sibling, 'write', path, format, locale, rootKey, lists], async () => {
      const units = [source, base, sibling, lists].reduce((sum, text) => sum + (text?.length ?? 0), 0)
      if (units <= MAX_INLINE_FILE_UNITS) {
        await loadParser(format)
        return this.#runInline(units, () => writeTarget(file))
      }
      const { head } = await this.#run(
        'write_target',
        { head: rest, lists: { values: texts } },
        `Writing ${echo(path)}`,
      )
      return head as string
    })
  }

  findFormats(file: FileText): Promise<readonly string[]> {
    const { path, content } = file
    return this.#memo.get([content, 'formats', path], async () => {
      if (content.length <= MAX_INLINE_FILE_UNITS)
        return this.#runInline(content.length, () => findFormatIds(path, content))
      const { head } = await this.#run('formats', { head: file, lists: {} }, `Reading ${echo(path)}`)
      return head as readonly string[]
    })
  }

  countWords(messages: readonly CountedMessage[], locale: string): Promise<readonly number[]> {
    const units = messages.reduce((sum, { value }) => sum + messageUnits(value), 0)
    const isSmall = units <= MAX_INLINE_UNITS && messages.length <= MAX_INLINE_TEXTS
    if (isSmall) this.#takeInside(units, messages.length)
    return this.#countWords(messages, { locale, isSmall, what: 'Counting the words of source strings' })
  }

  async check(request: CheckRequest): Promise<CheckResult> {
    return getResult(await this.checkAll([request]), 0)
  }

  checkAll(requests: readonly CheckRequest[]): Promise<readonly CheckResult[]> {
    return this.#judgeAll(CHECK_WORK, requests)
  }

  containTerms(requests: readonly TermRequest[]): Promise<readonly boolean[]> {
    return this.#judgeAll(TERM_SEARCH_WORK, requests)
  }

  memoize<Result>(key: readonly unknown[], judge: () => Promise<Result>): Promise<Result> {
    return this.#memoized.get(key, async () => {
      if (this.cacheOnly) throw new NotComputedError('judged')
      return judge()
    })
  }

  async #judgeAll<Request extends CheckedText, Result>(
    work: TextWork<Request, Result>,
    requests: readonly Request[],
  ): Promise<readonly Result[]> {
    const pace = this.#pace
    const found: Promise<Result>[] = []
    const fresh: PendingTask<Request, Result>[] = []
    for (const request of requests) {
      const result = this.#memo.get(
        work.key(request),
        () =>
          new Promise<Result>((resolve, reject) => {
            fresh.push({ request, resolve, reject })
          }),
      )
      found.push(result)
      if (pace.shouldYield) await pace.yieldNow()
    }
    const pieces = splitIntoBatches(fresh, ({ request }) => request)
    for (let batch = 0; batch < MAX_PARALLEL_BATCHES; batch += 1) void this.#judgePieces(work, pieces, fresh)
    return Promise.all(found)
  }

  /** Processes the batches in sequence. If one fails, all requests of the call fail. */
  async #judgePieces<Request extends CheckedText, Result>(
    work: TextWork<Request, Result>,
    pieces: Iterable<Batch<PendingTask<Request, Result>>>,
    all: readonly PendingTask<Request, Result>[],
  ): Promise<void> {
    try {
      for (const { tasks, units, isSmall } of pieces) {
        if (isSmall) this.#takeInside(units, tasks.length)
        const requests = tasks.map(({ request }) => request)
        const results = isSmall ? await this.#pace.run(work.runInline(requests)) : await this.#judgeAway(work, requests)
        for (const [at, { resolve }] of tasks.entries()) resolve(getResult(results, at))
      }
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }

  async #readSource(file: SourceFileInput): Promise<SourceFile> {
    const { path, content, format, locale } = file
    const isSmall = content.length <= MAX_INLINE_FILE_UNITS
    if (isSmall) {
      this.#takeInside(content.length)
      await loadParser(format ?? findFormatIds(path, content)[0])
    }
    const read = isSmall ? await this.#pace.run(readSource(file)) : await this.#readAway(file)
    if (locale === undefined) return read
    const ofFile = readFamilies(read.options)
    const messages = read.items.map(({ value, syntax, tags = [] }) => ({
      value,
      syntax: findEntrySyntax(syntax, file.syntax, read.options.syntax),
      families: getEntryFamilies(tags, ofFile)?.families,
    }))
    const words = await this.#countWords(messages, { locale, isSmall, what: `Counting the words of ${echo(path)}` })
    return { ...read, items: await this.#pace.run(addWordCounts(read.items, words)) }
  }

  async #readAway(file: SourceFileInput): Promise<SourceFile> {
    const { head, lists } = await this.#run('read_source', { head: file, lists: {} }, `Reading ${echo(file.path)}`)
    return { ...(head as Omit<SourceFile, 'items'>), items: lists['items'] as SourceFile['items'] }
  }

  async #countWords(
    messages: readonly CountedMessage[],
    { locale, isSmall, what }: WordCountOptions,
  ): Promise<number[]> {
    const words = messages.map(() => 0)
    for (const texts of splitIntoWordBatches(messages)) {
      const counts = isSmall
        ? await this.#pace.run(countWordBatch(texts, locale))
        : (await this.#run('count_words', { head: locale, lists: { texts } }, what)).lists['words']
      for (const [at, { of }] of texts.entries()) words[of] = Math.max(words[of] ?? 0, Number(counts?.[at]))
    }
    return words
  }

  async #judgeAway<Request extends CheckedText, Result>(
    { kind }: TextWork<Request, Result>,
    requests: readonly Request[],
  ): Promise<readonly Result[]> {
    const parcel = await this.#pace.run(packTasks(requests))
    const { lists } = await this.#run(kind, parcel, step => `Checking ${echo(requests[step]?.name ?? 'a text')}`)
    return lists['results'] as readonly Result[]
  }

  async #run(kind: JobKind, parcel: Parcel, what: string | ((step: number) => string)): Promise<Parcel> {
    if (this.cacheOnly) throw new NotComputedError(kind)
    this.#meter?.check()
    const packed = await pack(parcel, this.#pace)
    const lists = Object.values(packed.lists).flat()
    const answer = await this.#pool.run(this.#queue, {
      kind,
      packed,
      bytes: lists.reduce((sum, { byteLength }) => sum + byteLength, 2 * countUnits(packed.head)),
      describe: typeof what === 'string' ? () => what : what,
      onUsed: cpuMs => this.#meter?.add(cpuMs),
    })
    return unpack(answer, this.#pace)
  }

  /** Counts inline work in a transaction: many small items also take long. @throws NotComputedError beyond the limit, because other transactions wait. */
  #takeInside(units: number, texts = 0): void {
    if (!this.#cacheOnly) return
    this.#inside.units += units
    this.#inside.texts += texts
    if (this.#inside.units > MAX_INLINE_FILE_UNITS || this.#inside.texts > MAX_INLINE_TEXTS)
      throw new NotComputedError('many')
  }

  /** Runs inline work, and counts its time. */
  #runInline<Result>(units: number, work: () => Result): Result {
    this.#takeInside(units)
    try {
      return work()
    } finally {
      this.#pace.count()
    }
  }
}

function getResult<Result>(results: readonly Result[], at: number): Result {
  const result = results[at]
  if (result === undefined) throw new Error('every text has a result')
  return result
}

interface WordCountOptions {
  readonly locale: string
  /** Whether to count inline instead of in a thread. */
  readonly isSmall: boolean
  /** Name of the work, for error messages. */
  readonly what: string
}

/** A kind of check that runs in batches. */
interface TextWork<Request extends CheckedText, Result> {
  readonly kind: JobKind
  /** The cache key: everything that the result depends on. */
  readonly key: (request: Request) => readonly unknown[]
  readonly runInline: (requests: readonly Request[]) => Generator<number, readonly Result[]>
}

const CHECK_WORK: TextWork<CheckRequest, CheckResult> = {
  kind: 'check',
  key: ({ source, target, terms, ...rules }) => [
    toMessageKey(source),
    toMessageKey(target),
    JSON.stringify(rules),
    terms?.id ?? terms,
  ],
  runInline: checkMany,
}

const TERM_SEARCH_WORK: TextWork<TermRequest, boolean> = {
  kind: 'find_terms',
  key: ({ source, syntax, sourceLocale, terms }) => [
    toMessageKey(source),
    'terms',
    syntax,
    sourceLocale,
    terms.id ?? terms,
  ],
  runInline: containTerms,
}

/** A request whose result is not cached. */
interface PendingTask<Request, Result> {
  readonly request: Request
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** Loads the parser of a format before inline work, so that other calls do not wait for it. */
const loadParser = (format: string | undefined): Promise<unknown> | undefined =>
  FORMATS.find(({ id }) => id === format)?.load?.()

/** Whether a single check is too long to run inline. */
export const isLongCheck = ({ source, target }: CheckRequest): boolean =>
  messageUnits(source) + messageUnits(target) > MAX_INLINE_UNITS

/** The cache key of a source file: everything that its result depends on. */
const sourceKey = (
  what: string,
  { content, path, format, locale, rootLocale, isPushed, syntax }: SourceFileInput,
): readonly unknown[] => [content, what, path, format, locale, rootLocale, isPushed, syntax]

const toMessageKey = (message: Message): string =>
  typeof message === 'string' ? `"${message}` : JSON.stringify(message)

/** Approximate size of a parcel's head: the UTF-16 units of its strings. */
const countUnits = (head: unknown): number =>
  typeof head === 'object' && head !== null
    ? Object.values(head).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
    : 0
