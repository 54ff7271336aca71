import { basename } from 'node:path'
import { EngineError } from '../../l10n/engines/engine.ts'
import { type Pipe, startPipe } from './pipe.ts'

export interface PairOptions {
  /** Path of the program that reads modes. */
  readonly reader: string
  /** Path of the file of the pair. */
  readonly mode: string
  /** Time to wait for the next answer. */
  readonly timeoutMs: number
  /** Time without requests after which the process ends. */
  readonly idleMs: number
}

/** A language pair of Apertium with one process, which is kept open and used in turn. */
export class ApertiumPair {
  readonly #options: PairOptions
  #pipe: Pipe | undefined
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: PairOptions) {
    this.#options = options
  }

  /**
   * Translates texts of the stream format, in order. A text that ends the process or takes too long has no translation.
   * @throws EngineError `unavailable` when the process does not work at all; the error of `signal` when it is aborted.
   */
  translate(texts: readonly string[], signal: AbortSignal): Promise<readonly (string | undefined)[]> {
    const turn = this.#last.then(() => this.#translateNow(texts, signal))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#idle)
    this.#stop()
    await this.#last
  }

  async #translateNow(texts: readonly string[], signal: AbortSignal): Promise<readonly (string | undefined)[]> {
    clearTimeout(this.#idle)
    const answers: (string | undefined)[] = []
    let failures = 0
    while (answers.length < texts.length) {
      signal.throwIfAborted()
      if (this.#isClosed) throw new EngineError('unavailable', 'Apertium was stopped.')
      this.#pipe ??= startPipe(this.#options)
      const before = answers.length
      const end = await this.#pipe.exchange(texts.slice(before), signal, answer => answers.push(answer))
      if (end === 'answered') break
      this.#stop()
      signal.throwIfAborted()
      failures = answers.length > before ? 1 : failures + 1
      if (failures > MAX_FAILURES) {
        throw new EngineError(
          'unavailable',
          `Apertium does not answer: its process for ${basename(this.#options.mode, '.mode')} ends or hangs.`,
        )
      }
      // The same text again would take as long; a process that ended may have had another reason.
      if (end === 'timeout' || failures > 1) answers.push(undefined)
    }
    if (!this.#isClosed) this.#idle = setTimeout(() => this.#stop(), this.#options.idleMs).unref()
    return answers
  }

  #stop(): void {
    this.#pipe?.end()
    this.#pipe = undefined
  }
}

/** Processes in a row that ended without an answer. */
const MAX_FAILURES = 3
