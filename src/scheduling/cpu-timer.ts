/** CPU time in microseconds, as `process.cpuUsage()` returns it. */
interface CpuUsage {
  readonly user: number
  readonly system: number
}

/** Node.js 23.9 and later report it for a thread. */
const clock: { readonly threadCpuUsage?: () => CpuUsage; readonly cpuUsage: () => CpuUsage } = process

/**
 * Measures the CPU time of this thread's work in milliseconds. A busy machine does not add to it. Before Node.js 23.9,
 * which has no such figure for a thread, it is the CPU time of all threads of the process, at most the elapsed time.
 */
export class CpuTimer {
  #usage = read()
  #at = performance.now()

  /** Excludes the time until now. */
  restart(): void {
    this.#usage = read()
    this.#at = performance.now()
  }

  /** Returns the CPU time since the start or the last call. */
  take(): number {
    const [usage, at] = [this.#usage, this.#at]
    this.restart()
    const used = this.#usage - usage
    return clock.threadCpuUsage === undefined ? Math.min(used, this.#at - at) : used
  }
}

function read(): number {
  const { user, system } = clock.threadCpuUsage?.() ?? clock.cpuUsage()
  return (user + system) / 1000
}
