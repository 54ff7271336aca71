import type { CheckResult } from '../l10n/checks/check.ts'
import { checkMany } from '../l10n/checks/check-many.ts'
import { findTerms } from '../l10n/checks/find-terms.ts'
import { formatsOf } from '../l10n/formats/registry.ts'
import { type Message, messageUnits } from '../l10n/message.ts'
import { type Meter, Pace } from '../pace.ts'
import { echo } from '../shown.ts'
import { checkParcel } from './check-parcel.ts'
import { type Caller, type CheckRequest, type Computed, NotComputed, type TermRequest } from './computed.ts'
import {
  type FileText,
  type JobKind,
  readSource,
  readTarget,
  type SourceFile,
  type SourceFileInput,
  type SourceSyntax,
  type TargetFile,
  type TargetFileInput,
  type WriteInput,
  writeTarget,
} from './jobs.ts'
import { Memo } from './memo.ts'
import { type Parcel, pack, unpack } from './packing.ts'
import { FEW_TEXTS, type Judged, type Piece, piecesOf, SMALL_TEXTS } from './pieces.ts'
import type { Pool } from './pool.ts'
import { type CountedMessage, countPiece, withWords, wordPieces } from './word-pieces.ts'

/** UTF-16 units of a file up to which it is read at once: 20 to 30 milliseconds of the most costly kind. */
const SMALL_FILE = 16_384
/** Pieces of one call that are under way at the same time. */
const LANES = 2

/** What `Computed` promises. */
export class CallResults implements Computed {
  readonly #pool: Pool
  readonly #queue: string
  readonly #meter: Meter | undefined
  readonly #pace: Pace
  readonly #memo = new Memo()
  readonly #judged = new Memo()
  #onlyKnown = false
  /** What was done at once since `onlyKnown` holds. */
  #inside = { units: 0, texts: 0 }

  constructor(pool: Pool, { queue, meter }: Caller) {
    this.#pool = pool
    this.#queue = queue
    this.#meter = meter
    this.#pace = new Pace(meter, queue)
  }

  get onlyKnown(): boolean {
    return this.#onlyKnown
  }

  set onlyKnown(holds: boolean) {
    this.#onlyKnown = holds
    this.#inside = { units: 0, texts: 0 }
  }

  pace(): Pace {
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
        syntax: file.syntax ?? syntax ?? options.syntax,
      }))
    })
  }

  readTarget(file: TargetFileInput): Promise<TargetFile> {
    const { path, content, format, locale, source = '' } = file
    return this.#memo.get([content, 'target', path, format, locale, source], async () => {
      if (content.length + source.length <= SMALL_FILE) return this.#at(content.length, () => readTarget(file))
      const { head, lists } = await this.#run('read_target', { head: file, lists: {} }, `Reading ${echo(path)}`)
      return { ...(head as Omit<TargetFile, 'entries'>), entries: lists['entries'] as TargetFile['entries'] }
    })
  }

  writeTarget(file: WriteInput): Promise<string> {
    const { values, ...rest } = file
    const { path, format, locale, source, base, sibling, removed = [], withdrawn = [] } = rest
    const texts = [...values]
    const lists = JSON.stringify([texts, [...removed], [...withdrawn]])
    return this.#memo.get([source, base, sibling, 'write', path, format, locale, lists], async () => {
      const units = [source, base, sibling, lists].reduce((sum, text) => sum + (text?.length ?? 0), 0)
      if (units <= SMALL_FILE) return this.#at(units, () => writeTarget(file))
      const { head } = await this.#run(
        'write_target',
        { head: rest, lists: { values: texts } },
        `Writing ${echo(path)}`,
      )
      return head as string
    })
  }

  formatsOf(file: FileText): Promise<readonly string[]> {
    const { path, content } = file
    return this.#memo.get([content, 'formats', path], async () => {
      if (content.length <= SMALL_FILE) return this.#at(content.length, () => formatsOf(path, content))
      const { head } = await this.#run('formats', { head: file, lists: {} }, `Reading ${echo(path)}`)
      return head as readonly string[]
    })
  }

  countWords(messages: readonly CountedMessage[], locale: string): Promise<readonly number[]> {
    const units = messages.reduce((sum, { value }) => sum + messageUnits(value), 0)
    const isSmall = units <= SMALL_TEXTS && messages.length <= FEW_TEXTS
    if (isSmall) this.#takeInside(units, messages.length)
    return this.#countWords(messages, { locale, isSmall, what: 'Counting the words of source strings' })
  }

  async check(request: CheckRequest): Promise<CheckResult> {
    return resultAt(await this.checkAll([request]), 0)
  }

  checkAll(requests: readonly CheckRequest[]): Promise<readonly CheckResult[]> {
    return this.#judgeAll(CHECKS, requests)
  }

  findTerms(requests: readonly TermRequest[]): Promise<readonly boolean[]> {
    return this.#judgeAll(SEARCHES, requests)
  }

  judged<Result>(key: readonly unknown[], judge: () => Promise<Result>): Promise<Result> {
    return this.#judged.get(key, async () => {
      if (this.onlyKnown) throw new NotComputed('judged')
      return judge()
    })
  }

  async #judgeAll<Request extends Judged, Result>(
    work: TextWork<Request, Result>,
    requests: readonly Request[],
  ): Promise<readonly Result[]> {
    const pace = this.#pace
    const found: Promise<Result>[] = []
    const fresh: Fresh<Request, Result>[] = []
    for (const request of requests) {
      const result = this.#memo.get(
        work.key(request),
        () =>
          new Promise<Result>((resolve, reject) => {
            fresh.push({ request, resolve, reject })
          }),
      )
      found.push(result)
      if (pace.isDue) await pace.rest()
    }
    const pieces = piecesOf(fresh, ({ request }) => request)
    for (let lane = 0; lane < LANES; lane += 1) void this.#judgePieces(work, pieces, fresh)
    return Promise.all(found)
  }

  /** Does one piece after the other; behind one that fails, the whole call fails. */
  async #judgePieces<Request extends Judged, Result>(
    work: TextWork<Request, Result>,
    pieces: Iterable<Piece<Fresh<Request, Result>>>,
    all: readonly Fresh<Request, Result>[],
  ): Promise<void> {
    try {
      for (const { tasks, units, isSmall } of pieces) {
        if (isSmall) this.#takeInside(units, tasks.length)
        const requests = tasks.map(({ request }) => request)
        const results = isSmall ? await this.#pace.run(work.here(requests)) : await this.#judgeAway(work, requests)
        for (const [at, { resolve }] of tasks.entries()) resolve(resultAt(results, at))
      }
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }

  async #readSource(file: SourceFileInput): Promise<SourceFile> {
    const { path, content, locale } = file
    const isSmall = content.length <= SMALL_FILE
    if (isSmall) this.#takeInside(content.length)
    const read = isSmall ? await this.#pace.run(readSource(file)) : await this.#readAway(file)
    if (locale === undefined) return read
    const messages = read.items.map(({ value, syntax }) => ({
      value,
      syntax: file.syntax ?? syntax ?? read.options.syntax,
    }))
    const words = await this.#countWords(messages, { locale, isSmall, what: `Counting the words of ${echo(path)}` })
    return { ...read, items: await this.#pace.run(withWords(read.items, words)) }
  }

  async #readAway(file: SourceFileInput): Promise<SourceFile> {
    const { head, lists } = await this.#run('read_source', { head: file, lists: {} }, `Reading ${echo(file.path)}`)
    return { ...(head as Omit<SourceFile, 'items'>), items: lists['items'] as SourceFile['items'] }
  }

  async #countWords(messages: readonly CountedMessage[], { locale, isSmall, what }: Counting): Promise<number[]> {
    const words = messages.map(() => 0)
    for (const texts of wordPieces(messages)) {
      const counts = isSmall
        ? await this.#pace.run(countPiece(texts, locale))
        : (await this.#run('count_words', { head: locale, lists: { texts } }, what)).lists['words']
      for (const [at, { of }] of texts.entries()) words[of] = Math.max(words[of] ?? 0, Number(counts?.[at]))
    }
    return words
  }

  async #judgeAway<Request extends Judged, Result>(
    { kind }: TextWork<Request, Result>,
    requests: readonly Request[],
  ): Promise<readonly Result[]> {
    const parcel = await this.#pace.run(checkParcel(requests))
    const { lists } = await this.#run(kind, parcel, step => `Checking ${echo(requests[step]?.name ?? 'a text')}`)
    return lists['results'] as readonly Result[]
  }

  async #run(kind: JobKind, parcel: Parcel, what: string | ((step: number) => string)): Promise<Parcel> {
    if (this.onlyKnown) throw new NotComputed(kind)
    this.#meter?.check()
    const packed = await pack(parcel, this.#pace)
    const lists = Object.values(packed.lists).flat()
    const answer = await this.#pool.run(this.#queue, {
      kind,
      packed,
      bytes: lists.reduce((sum, { byteLength }) => sum + byteLength, 2 * unitsIn(packed.head)),
      describe: typeof what === 'string' ? () => what : what,
      onUsed: cpuMs => this.#meter?.add(cpuMs),
    })
    return unpack(answer, this.#pace)
  }

  /** Much that is small is long too. @throws NotComputed inside a transaction, where it does more than others may wait for. */
  #takeInside(units: number, texts = 0): void {
    if (!this.#onlyKnown) return
    this.#inside.units += units
    this.#inside.texts += texts
    if (this.#inside.units > SMALL_FILE || this.#inside.texts > FEW_TEXTS) throw new NotComputed('many')
  }

  /** Does what is small, and counts its time. */
  #at<Result>(units: number, work: () => Result): Result {
    this.#takeInside(units)
    try {
      return work()
    } finally {
      this.#pace.count()
    }
  }
}

function resultAt<Result>(results: readonly Result[], at: number): Result {
  const result = results[at]
  if (result === undefined) throw new Error('every text has a result')
  return result
}

interface Counting {
  readonly locale: string
  /** Whether all of it is done at once. */
  readonly isSmall: boolean
  /** As a message says it. */
  readonly what: string
}

/** Texts that are judged in pieces. */
interface TextWork<Request extends Judged, Result> {
  readonly kind: JobKind
  /** Everything that a result depends on. */
  readonly key: (request: Request) => readonly unknown[]
  readonly here: (requests: readonly Request[]) => Generator<number, readonly Result[]>
}

const CHECKS: TextWork<CheckRequest, CheckResult> = {
  kind: 'check',
  key: ({ source, target, terms, ...rules }) => {
    const { asIs, syntax, sourceLocale, locale, maxLength, categories, ordinal, doNotTranslate, levels } = rules
    const told = [asIs, syntax, sourceLocale, locale, maxLength, categories, ordinal, doNotTranslate, levels]
    return [textOf(source), textOf(target), JSON.stringify(told), terms?.id ?? terms]
  },
  here: checkMany,
}

const SEARCHES: TextWork<TermRequest, boolean> = {
  kind: 'find_terms',
  key: ({ source, syntax, sourceLocale, terms }) => [textOf(source), 'terms', syntax, sourceLocale, terms.id ?? terms],
  here: findTerms,
}

/** What nobody asked for before. */
interface Fresh<Request, Result> {
  readonly request: Request
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** Whether one check alone is too long to be done at once. */
export const isLongCheck = ({ source, target }: CheckRequest): boolean =>
  messageUnits(source) + messageUnits(target) > SMALL_TEXTS

/** Everything that the reading of a source file depends on. */
const sourceKey = (what: string, { content, path, format, locale, syntax }: SourceFileInput): readonly unknown[] => [
  content,
  what,
  path,
  format,
  locale,
  syntax,
]

const textOf = (message: Message): string => (typeof message === 'string' ? `"${message}` : JSON.stringify(message))

/** Texts in what goes along as one value. */
const unitsIn = (head: unknown): number =>
  typeof head === 'object' && head !== null
    ? Object.values(head).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
    : 0
