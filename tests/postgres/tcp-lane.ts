import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where something happens in the bytes of a direction, counted from when it was set: before a sequence of them. */
export interface Point {
  readonly pattern: string
}

/** What happens once at a point of the first connection that reaches it. */
export interface PointAction {
  readonly point: Point
  readonly action: 'cut' | 'hold'
  readonly done: () => void
}

/** The faults of one direction, of all connections. */
export class DirectionFaults {
  delayMs = 0
  readonly points = new Set<PointAction>()
  #gate: Promise<void> | undefined
  #open: (() => void) | undefined

  hold(): void {
    this.#gate ??= new Promise(open => (this.#open = open))
  }

  release(): void {
    this.#open?.()
    this.#gate = undefined
  }

  get gate(): Promise<void> | undefined {
    return this.#gate
  }
}

/** The clock of the network goes on while a test moves that of its process. */
const now = performance.now.bind(performance)

/** Bytes that wait here before the sender has to. */
const WAITING_BYTES = 1024 * 1024

/** One direction of one connection. */
export class Lane {
  readonly #from: Socket
  readonly #to: Socket
  readonly #faults: DirectionFaults
  /** The last bytes before the next chunk, in which a pattern may begin. */
  readonly #tails = new WeakMap<PointAction, Buffer>()
  #queue: Promise<void> = Promise.resolve()
  #waiting = 0
  #ended = false

  constructor(from: Socket, to: Socket, faults: DirectionFaults) {
    this.#from = from
    this.#to = to
    this.#faults = faults
    from.on('data', (chunk: Buffer) => {
      this.#waiting += chunk.length
      if (this.#waiting > WAITING_BYTES) from.pause()
      this.#after(async () => {
        await this.#pass(chunk)
        this.#waiting -= chunk.length
        if (this.#waiting <= WAITING_BYTES) from.resume()
      })
    })
    from.on('end', () => this.#after(() => this.end()))
    // The event `close` follows.
    from.on('error', () => undefined)
    from.on('close', hadError => hadError && this.#after(() => void to.resetAndDestroy()))
  }

  /** Tells the receiver that no more comes; what the sender still says is lost. */
  end(): void {
    this.#ended = true
    this.#to.end()
  }

  /** Does something behind all that was received before, as late as it is. */
  #after(step: () => Promise<void> | void): void {
    this.#queue = this.#follow(this.#queue, now() + this.#faults.delayMs, step)
  }

  async #follow(earlier: Promise<void>, due: number, step: () => Promise<void> | void): Promise<void> {
    await earlier
    const early = due - now()
    if (early > 0) await sleep(early)
    await this.#faults.gate
    await step()
  }

  async #pass(chunk: Buffer): Promise<void> {
    if (this.#ended || this.#to.destroyed) return
    for (const reached of this.#faults.points) {
      const at = this.#find(reached, chunk)
      if (at === undefined) continue
      this.#faults.points.delete(reached)
      await this.#write(chunk.subarray(0, at))
      if (reached.action === 'cut') {
        this.#from.destroy()
        this.#to.destroy()
        reached.done()
        return
      }
      this.#faults.hold()
      reached.done()
      await this.#faults.gate
      return this.#pass(chunk.subarray(at))
    }
    await this.#write(chunk)
  }

  /** The number of bytes of this chunk before the point; undefined if the point is not in it. */
  #find(action: PointAction, chunk: Buffer): number | undefined {
    const { point } = action
    const tail = this.#tails.get(action) ?? Buffer.alloc(0)
    const pattern = Buffer.from(point.pattern)
    const seen = Buffer.concat([tail, chunk])
    const index = seen.indexOf(pattern)
    const rest = Math.min(seen.length, pattern.length - 1)
    this.#tails.set(action, seen.subarray(seen.length - rest))
    return index === -1 ? undefined : Math.max(0, index - tail.length)
  }

  /** Resolves when the system has the bytes, or when the connection has ended. */
  #write(bytes: Buffer): Promise<void> {
    if (bytes.length === 0 || this.#to.destroyed) return Promise.resolve()
    return new Promise(resolve => this.#to.write(bytes, () => resolve()))
  }
}
