import { AppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { formatBytes } from './limits.ts'
import type { HeapSource } from './process-heap.ts'

/** How full the heap of the process is. */
export interface HeapStatus {
  readonly used_bytes: number
  readonly limit_bytes: number
  readonly percent: number
  /** From this percentage on, writes that add records are refused. */
  readonly max_percent: number
  /** `high` = operators are warned, `full` = such writes are refused. */
  readonly level: 'normal' | 'high' | 'full'
}

const HIGH_PERCENT = 60
/** Percent below a level at which it counts as left, so that values around it do not fill the log. */
const HYSTERESIS_PERCENT = 5

interface HeapGuardOptions {
  readonly maxPercent: number
  readonly log: Log
  /** The command that explains how to give the process more memory. */
  readonly doctor: string
}

/**
 * Refuses writes that add records while memory is short, so that the process survives.
 *
 * V8 counts garbage as used, so this takes the value after the last full collection, or the current one if lower. V8 collects at the latest halfway between
 * the live heap and the limit: a heap that is fuller than halfway between the threshold and the limit is above the threshold, even before a collection.
 */
export class HeapGuard {
  readonly #source: HeapSource
  readonly #max: number
  readonly #log: Log
  readonly #advice: string
  readonly #stop: () => void
  #afterCollection = Number.POSITIVE_INFINITY
  #logged: HeapStatus['level'] = 'normal'

  constructor(source: HeapSource, { maxPercent, log, doctor }: HeapGuardOptions) {
    this.#source = source
    this.#max = maxPercent
    this.#log = log
    this.#advice = `To see how to give the process more: ${doctor}`
    this.#stop = source.onCollected(() => {
      this.#afterCollection = source.used()
      this.#logLevel(this.status())
    })
  }

  /** Checks before a call that adds records. @throws AppError `quota_exceeded`. */
  assertRoom(): void {
    this.#assertBelow(this.#max)
  }

  /** Checks while such a call writes; it may continue somewhat above the limit for new calls. @throws AppError `quota_exceeded`. */
  assertRoomToContinue(): void {
    this.#assertBelow(halfway(this.#max))
  }

  status(): HeapStatus {
    return this.#toStatus(this.#getLiveBytes(this.#source.used()))
  }

  close(): void {
    this.#stop()
  }

  #assertBelow(max: number): void {
    const used = this.#source.used()
    if (this.#toPercent(this.#getLiveBytes(used)) < max && this.#toPercent(used) < halfway(max)) return
    const status = this.#toStatus(used)
    this.#logLevel({ ...status, level: 'full' })
    throw new AppError('quota_exceeded', `The server is short of memory: ${formatHeap(status)}. Nothing was written.`, {
      fix: 'Ask an operator for more memory, then repeat the call. Reading, deleting and revoking still work.',
      limit: 'memory',
    })
  }

  #getLiveBytes(used: number): number {
    return Math.min(used, this.#afterCollection)
  }

  #toPercent(bytes: number): number {
    return Math.round((bytes / this.#source.limit) * 1000) / 10
  }

  #toStatus(used: number): HeapStatus {
    const percent = this.#toPercent(used)
    const level = percent >= this.#max ? 'full' : percent >= this.#high ? 'high' : 'normal'
    return { used_bytes: used, limit_bytes: this.#source.limit, percent, max_percent: this.#max, level }
  }

  get #high(): number {
    return Math.min(HIGH_PERCENT, this.#max - HYSTERESIS_PERCENT)
  }

  /** Logs once when a level is reached, and once when it is left. */
  #logLevel(status: HeapStatus): void {
    const { level, ...figures } = status
    if (level === this.#logged || !this.#isLeft(status)) return
    const wasFull = this.#logged === 'full'
    this.#logged = level
    const use = formatHeap(status)
    if (level === 'full')
      this.#log.error(figures, `memory is short, and writes that add records are refused: ${use}. ${this.#advice}`)
    else if (wasFull) this.#log.info(figures, `writes that add records are accepted again: ${use}`)
    else if (level === 'high') this.#log.warn(figures, `memory is getting short: ${use}. ${this.#advice}`)
    else this.#log.info(figures, `memory is no longer short: ${use}`)
  }

  /** Whether the value has clearly left the last logged level; higher levels count at once. */
  #isLeft({ level, percent }: HeapStatus): boolean {
    if (this.#logged === 'full') return percent < this.#max - HYSTERESIS_PERCENT
    return this.#logged === 'normal' || level === 'full' || percent < this.#high - HYSTERESIS_PERCENT
  }
}

/** `196.8 MiB of 256 MiB used (76.9 %)`. */
export const formatHeap = ({ used_bytes, limit_bytes, percent }: HeapStatus): string =>
  `${formatBytes(used_bytes)} of ${formatBytes(limit_bytes)} used (${percent} %)`

const halfway = (percent: number): number => (percent + 100) / 2
