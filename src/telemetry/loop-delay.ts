import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 20
const WINDOW_MS = 60_000

/** Measures how long the event loop makes others wait. */
export class LoopDelay {
  readonly #histogram: IntervalHistogram
  readonly #timer: NodeJS.Timeout
  #last = 0

  constructor() {
    this.#histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    this.#histogram.enable()
    this.#timer = setInterval(() => {
      this.#last = this.#read()
      this.#histogram.reset()
    }, WINDOW_MS).unref()
  }

  /** The 99th percentile of the last one to two minutes, in milliseconds. */
  get p99(): number {
    return Math.max(this.#last, this.#read())
  }

  close(): void {
    clearInterval(this.#timer)
    this.#histogram.disable()
  }

  /** Node.js includes the interval of the measurement itself. */
  #read(): number {
    if (this.#histogram.count === 0) return 0
    return Math.max(0, Math.round(this.#histogram.percentile(99) / 1e6 - RESOLUTION_MS))
  }
}
