import { type ChildProcess, spawn } from 'node:child_process'
import { basename } from 'node:path'
import { EngineError } from '../../l10n/engines/engine.ts'
import { NUL } from './stream.ts'

/** How an exchange ended: with all answers, because the process ended, because an answer took too long, or because the signal was aborted. */
type Ending = 'answered' | 'ended' | 'timeout' | 'aborted'

/** A running process of Apertium. It must be ended after an exchange without all answers. */
interface Pipe {
  exchange(texts: readonly string[], signal: AbortSignal, onAnswer: (answer: string) => void): Promise<Ending>
  end(): void
}

interface PipeOptions {
  /** Path of the program `apertium-wblank-mode`, which prints the commands of a pair. */
  readonly reader: string
  /** The file of the pair. */
  readonly mode: string
  /** Time to wait for the next answer. */
  readonly timeoutMs: number
}

/** Texts that wait in the pipe, so that its programs work at the same time. */
const WINDOW = 16

/**
 * The commands of a pair: with `-z` they answer at each NUL, with `-n` they do not mark unknown words. The program `apertium` runs the same, but passes an
 * answer on only when the next text arrives.
 */
const COMMANDS = 'exec bash <("$1" -z "$2") -n ""'

function startPipe({ reader, mode, timeoutMs }: PipeOptions): Pipe {
  const child = spawn('bash', ['-c', COMMANDS, 'apertium', reader, mode], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // A group of its own, because it starts other programs.
    detached: true,
  })
  child.unref()
  let hasEnded = false
  let onEnd = (): void => undefined
  let onText: (text: string) => void = () => undefined
  const ended = (): void => {
    hasEnded = true
    onEnd()
  }
  child.once('error', ended).once('close', ended)
  child.stdin.on('error', () => undefined)
  child.stdout.setEncoding('utf8').on('data', (text: string) => onText(text))
  return {
    exchange: (texts, signal, onAnswer) =>
      new Promise(resolve => {
        let [sent, answered, rest] = [0, 0, '']
        let timer: NodeJS.Timeout | undefined
        const finish = (ending: Ending): void => {
          clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
          onEnd = () => undefined
          onText = () => undefined
          resolve(ending)
        }
        const onAbort = (): void => finish('aborted')
        const send = (): void => {
          const until = Math.min(texts.length, answered + WINDOW)
          if (until > sent)
            child.stdin.write(
              texts
                .slice(sent, until)
                .map(text => text + NUL)
                .join(''),
            )
          sent = Math.max(sent, until)
          clearTimeout(timer)
          timer = setTimeout(() => finish('timeout'), timeoutMs)
        }
        onEnd = () => finish('ended')
        onText = text => {
          const parts = (rest + text).split(NUL)
          rest = parts.pop() ?? ''
          for (const answer of parts) onAnswer(answer)
          answered += parts.length
          if (answered >= texts.length) finish('answered')
          else if (parts.length > 0) send()
        }
        signal.addEventListener('abort', onAbort, { once: true })
        if (hasEnded) finish('ended')
        else if (texts.length === 0) finish('answered')
        else send()
      }),
    end: () => endGroup(child),
  }
}

function endGroup({ pid, stdin, exitCode }: ChildProcess): void {
  stdin?.destroy()
  if (pid === undefined || exitCode !== null) return
  try {
    process.kill(-pid, 'SIGTERM')
  } catch {
    // It has just ended.
  }
}

interface PairOptions extends PipeOptions {
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
