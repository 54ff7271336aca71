import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { FairQueue } from '../scheduling/fair-queue.ts'
import type { JobMessage, ThreadData, ThreadMessage } from './messages.ts'
import { getBuffers, type Packed } from './packing.ts'
import { type QueueLimits, QueueQuota } from './queue-quota.ts'

/** The limits are those of short jobs and again those of long ones. */
export interface PoolSettings extends QueueLimits {
  /** Threads at most. */
  readonly size: number
  /** Milliseconds after which a job is ended. */
  readonly jobMs: number
  /** Bytes of the input of a short job. */
  readonly shortBytes: number
  /** What a thread runs. */
  readonly script: URL
}

const MB = 1024 * 1024
/** Memory of one thread: what needs more ends by itself, and not with the process. */
const THREAD_MB = 512

export const DEFAULT_POOL_SETTINGS: PoolSettings = {
  // Not on the thread that answers; where there is but one processor the two share it.
  size: Math.max(1, availableParallelism() - 1),
  jobMs: 10_000,
  maxWaiting: 1_000,
  maxBytes: 256 * MB,
  // What is done in pieces is short, and so are files of half a million characters.
  shortBytes: MB,
  // Built code is loaded as it is.
  script: new URL(import.meta.url.endsWith('.ts') ? './start.mjs' : './thread.js', import.meta.url),
}

export interface Job {
  readonly kind: string
  readonly packed: Packed
  /** Of its input. */
  readonly bytes: number
  /** What the job is doing at a step, as a message says it: "Reading locales/en.json". */
  readonly describe: (step: number) => string
  /** Told of the milliseconds that the job computed, whatever became of it. */
  readonly onUsed: (cpuMs: number) => void
}

interface QueuedJob extends Job {
  readonly owner: string
  readonly resolve: (packed: Packed) => void
  readonly reject: (error: unknown) => void
}

interface Thread {
  readonly worker: Worker
  readonly step: Int32Array<SharedArrayBuffer>
  isReady: boolean
  running: RunningJob | undefined
}

interface RunningJob {
  readonly job: QueuedJob
  readonly since: number
  readonly timer: NodeJS.Timeout
}

/** Threads for work that would block the others: made when there is a job, kept for the next one, and no reason for the process to stay. */
export class Pool {
  readonly #settings: PoolSettings
  readonly #threads = new Set<Thread>()
  readonly #queue = new FairQueue<QueuedJob>()
  /** Short jobs wait beside the long ones of their owner, and find room where those find none. */
  readonly #rooms: { readonly short: QueueQuota; readonly long: QueueQuota }
  #isClosed = false

  constructor(settings: PoolSettings = DEFAULT_POOL_SETTINGS) {
    this.#settings = settings
    this.#rooms = { short: new QueueQuota(settings), long: new QueueQuota(settings) }
  }

  /**
   * Does a job as soon as it is its owner's turn.
   * @throws AppError `too_complex` when it takes too long, `unavailable` when too much is waiting, and what the job throws.
   */
  run(owner: string, job: Job): Promise<Packed> {
    const isFull = this.#roomOf(job).isFull(owner, job.bytes)
    if (isFull || this.#isClosed) return Promise.reject(isFull ? queueFullError() : shuttingDownError())
    return new Promise((resolve, reject) => {
      this.#queue.push(owner, { ...job, owner, resolve, reject })
      this.#roomOf(job).enter(owner, job.bytes)
      this.#assign()
    })
  }

  #roomOf({ bytes }: Job): QueueQuota {
    return bytes > this.#settings.shortBytes ? this.#rooms.long : this.#rooms.short
  }

  /** Takes the job whose turn it is. */
  #take(): QueuedJob | undefined {
    const job = this.#queue.shift()
    if (job !== undefined) this.#roomOf(job).leave(job.owner, job.bytes)
    return job
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (let job = this.#take(); job !== undefined; job = this.#take()) job.reject(shuttingDownError())
    const threads = [...this.#threads]
    for (const thread of threads) this.#end(thread, shuttingDownError())
    await Promise.all(threads.map(({ worker }) => worker.terminate()))
  }

  #assign(): void {
    for (const thread of this.#threads) {
      if (!thread.isReady || thread.running !== undefined) continue
      const job = this.#take()
      if (job === undefined) return
      this.#start(thread, job)
    }
    const coming = [...this.#threads].filter(({ isReady }) => !isReady).length
    if (this.#queue.size > coming && this.#threads.size < this.#settings.size) this.#addThread()
  }

  #start(thread: Thread, job: QueuedJob): void {
    const timer = setTimeout(() => {
      const what = job.describe(Atomics.load(thread.step, 0))
      this.#end(thread, tooComplexError(what, `takes over ${this.#settings.jobMs / 1000} seconds`))
      this.#assign()
    }, this.#settings.jobMs)
    Atomics.store(thread.step, 0, 0)
    thread.running = { job, since: performance.now(), timer }
    thread.worker.ref()
    const message: JobMessage = { kind: job.kind, packed: job.packed }
    thread.worker.postMessage(message, [...getBuffers(job.packed)])
  }

  #addThread(): void {
    const step = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const workerData: ThreadData = { step }
    // What the process was started with, such as a loader, is not for threads.
    const worker = new Worker(this.#settings.script, {
      workerData,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MB },
    })
    const thread: Thread = { worker, step, isReady: false, running: undefined }
    this.#threads.add(thread)
    worker.on('message', (message: ThreadMessage) => this.#hear(thread, message))
    worker.on('error', error => this.#fail(thread, error))
  }

  #hear(thread: Thread, message: ThreadMessage): void {
    if (!this.#threads.has(thread)) return
    if (message.type === 'ready') {
      thread.isReady = true
      thread.worker.unref()
    } else this.#settle(thread, message)
    this.#assign()
  }

  #settle(thread: Thread, message: Exclude<ThreadMessage, { type: 'ready' }>): void {
    const { running } = thread
    if (running === undefined) return
    const { job, timer } = running
    clearTimeout(timer)
    thread.running = undefined
    thread.worker.unref()
    job.onUsed(message.cpuMs)
    switch (message.type) {
      case 'done':
        return job.resolve(message.packed)
      case 'refused':
        return job.reject(
          new AppError(message.code, message.message, message.fix === undefined ? {} : { fix: message.fix }),
        )
      case 'failed':
        return job.reject(message.error)
    }
  }

  /** A thread that broke off takes its job along, and the next jobs get another one; one that never came up would not come up again. */
  #fail(thread: Thread, error: Error & { readonly code?: string }): void {
    const { running, isReady, step } = thread
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY' && running !== undefined
    this.#end(
      thread,
      isMemory ? tooComplexError(running.job.describe(Atomics.load(step, 0)), 'takes too much memory') : error,
    )
    if (isReady) return this.#assign()
    for (let job = this.#take(); job !== undefined; job = this.#take()) job.reject(error)
  }

  /** Stops a thread; the job that it was at ends with an error. */
  #end(thread: Thread, error: unknown): void {
    this.#threads.delete(thread)
    const { running } = thread
    if (running !== undefined) {
      clearTimeout(running.timer)
      running.job.onUsed(performance.now() - running.since)
      running.job.reject(error)
    }
    void thread.worker.terminate()
  }
}

const tooComplexError = (what: string, why: string): AppError =>
  new AppError('too_complex', `${what} ${why}.`, {
    fix: 'Simplify it, or send smaller parts.',
  })

const queueFullError = (): AppError =>
  new AppError('unavailable', 'Too many files and translations are waiting to be checked.', {
    fix: 'Try again in 10 seconds.',
    retryAfter: 10,
  })

const shuttingDownError = (): AppError =>
  new AppError('unavailable', 'The server is shutting down.', {
    fix: 'Try again in a few seconds.',
    retryAfter: 5,
  })
