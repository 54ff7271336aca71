import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { FairQueue } from '../scheduling/fair-queue.ts'
import type { JobMessage, ThreadData, ThreadMessage } from './messages.ts'
import { getBuffers, type Packed } from './packing.ts'
import { type QueueLimits, QueueQuota } from './queue-quota.ts'

/** The queue limits apply to short jobs and to long jobs separately. */
export interface PoolSettings extends QueueLimits {
  /** Maximum number of threads. */
  readonly size: number
  /** Maximum CPU time of a job, in milliseconds. */
  readonly jobMs: number
  /** Maximum input of a short job, in bytes. */
  readonly shortBytes: number
  /** The script that a thread runs. */
  readonly script: URL
}

const MB = 1024 * 1024
/** Memory limit of one thread. A job beyond it ends only its thread, not the process. */
const THREAD_MB = 512

export const DEFAULT_POOL_SETTINGS: PoolSettings = {
  // Leaves one processor for the main thread. A single processor is shared.
  size: Math.max(1, availableParallelism() - 1),
  jobMs: 10_000,
  maxWaiting: 1_000,
  maxBytes: 256 * MB,
  // Batches are short jobs, and so are files of up to half a million characters.
  shortBytes: MB,
  // Built code needs no loader for TypeScript.
  script: new URL(import.meta.url.endsWith('.ts') ? './start.mjs' : './thread.js', import.meta.url),
}

export interface Job {
  readonly kind: string
  readonly packed: Packed
  /** Size of the input, in bytes. */
  readonly bytes: number
  /** Describes the work at a step for error messages: "Reading locales/en.json". */
  readonly describe: (step: number) => string
  /** Called with the CPU time of the job in milliseconds, even if it fails. */
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
  readonly usage: NodeJS.CpuUsage
  timer: NodeJS.Timeout | undefined
}

/** A job on a busy machine may take longer than its CPU time, this many times at most. */
const MAX_SLOWDOWN = 12

/** A pool of threads for work that would block other requests. Threads are started on demand and reused; idle threads do not keep the process alive. */
export class Pool {
  readonly #settings: PoolSettings
  readonly #threads = new Set<Thread>()
  readonly #queue = new FairQueue<QueuedJob>()
  /** Quotas of short and long jobs, so that a short job is accepted while the quota of long jobs is used up. */
  readonly #rooms: { readonly short: QueueQuota; readonly long: QueueQuota }
  #isClosed = false

  constructor(settings: PoolSettings = DEFAULT_POOL_SETTINGS) {
    this.#settings = settings
    this.#rooms = { short: new QueueQuota(settings), long: new QueueQuota(settings) }
  }

  /**
   * Runs a job when it is its owner's turn.
   * @throws AppError `too_complex` when it takes too long, `unavailable` when too many jobs wait, and the errors of the job.
   */
  run(owner: string, job: Job): Promise<Packed> {
    const isFull = this.#getQuota(job).isFull(owner, job.bytes)
    if (isFull || this.#isClosed) return Promise.reject(isFull ? queueFullError() : shuttingDownError())
    return new Promise((resolve, reject) => {
      this.#queue.push(owner, { ...job, owner, resolve, reject })
      this.#getQuota(job).enter(owner, job.bytes)
      this.#assign()
    })
  }

  #getQuota({ bytes }: Job): QueueQuota {
    return bytes > this.#settings.shortBytes ? this.#rooms.long : this.#rooms.short
  }

  /** Removes the next job from the queue. */
  #take(): QueuedJob | undefined {
    const job = this.#queue.shift()
    if (job !== undefined) this.#getQuota(job).leave(job.owner, job.bytes)
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
    Atomics.store(thread.step, 0, 0)
    thread.running = { job, since: performance.now(), usage: process.cpuUsage(), timer: undefined }
    this.#limit(thread, thread.running)
    thread.worker.ref()
    const message: JobMessage = { kind: job.kind, packed: job.packed }
    thread.worker.postMessage(message, [...getBuffers(job.packed)])
  }

  /** Ends the job when it has used its CPU time. */
  #limit(thread: Thread, running: RunningJob): void {
    const { jobMs } = this.#settings
    const left = jobMs - getUsedMs(running)
    if (left > 0 && performance.now() - running.since < MAX_SLOWDOWN * jobMs) {
      running.timer = setTimeout(() => this.#limit(thread, running), Math.ceil(left))
      return
    }
    const what = running.job.describe(Atomics.load(thread.step, 0))
    this.#end(thread, tooComplexError(what, `takes over ${jobMs / 1000} seconds`))
    this.#assign()
  }

  #addThread(): void {
    const step = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const workerData: ThreadData = { step }
    // Threads do not inherit the Node.js options of the process, such as a loader.
    const worker = new Worker(this.#settings.script, {
      workerData,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MB },
    })
    const thread: Thread = { worker, step, isReady: false, running: undefined }
    this.#threads.add(thread)
    worker.on('message', (message: ThreadMessage) => this.#handleMessage(thread, message))
    worker.on('error', error => this.#fail(thread, error))
  }

  #handleMessage(thread: Thread, message: ThreadMessage): void {
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

  /** Fails the job of a crashed thread; other jobs get a new thread. If the thread never started, new ones would crash as well, so all jobs fail. */
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

  /** Stops a thread and fails its job. */
  #end(thread: Thread, error: unknown): void {
    this.#threads.delete(thread)
    const { running } = thread
    if (running !== undefined) {
      clearTimeout(running.timer)
      running.job.onUsed(getUsedMs(running))
      running.job.reject(error)
    }
    void thread.worker.terminate()
  }
}

/** The CPU time of a job that runs, at most. Other threads of the process count, because Node.js 20 can't tell them apart. */
function getUsedMs({ since, usage }: RunningJob): number {
  const { user, system } = process.cpuUsage(usage)
  return Math.min((user + system) / 1000, performance.now() - since)
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
