/** CPU time in microseconds, as `process.cpuUsage()` returns it. */
interface CpuUsage {
  readonly user: number
  readonly system: number
}

/** Node.js 23.9 and later report the CPU time of a thread, too. */
const clock: { readonly threadCpuUsage?: () => CpuUsage; readonly cpuUsage: () => CpuUsage } = process

/** The CPU time of a running thread may lack its last tick, at the slowest common rate of 100 a second. */
const TICK_MS = 10

/**
 * Measures the CPU time of this thread's work in milliseconds, so that a busy machine does not add to it. It is at most the elapsed time, the CPU time of all
 * threads of the process and, where Node.js reports it, that of this thread to the next tick.
 */
export class CpuTimer {
  #last = read()

  /** Excludes the time until now. */
  restart(): void {
    this.#last = read()
  }

  /** Returns the CPU time since the start or the last call. */
  take(): number {
    const last = this.#last
    this.#last = read()
    const { elapsed, all, thread } = this.#last
    const used = Math.min(elapsed - last.elapsed, all - last.all)
    return thread === undefined || last.thread === undefined ? used : Math.min(used, thread - last.thread + TICK_MS)
  }
}

const read = () => ({
  elapsed: performance.now(),
  all: toMilliseconds(clock.cpuUsage()),
  thread: clock.threadCpuUsage === undefined ? undefined : toMilliseconds(clock.threadCpuUsage()),
})

const toMilliseconds = ({ user, system }: CpuUsage): number => (user + system) / 1000
