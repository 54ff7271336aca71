const LINE_FEED = 0x0a

interface LineEvents {
  readonly line: (bytes: Buffer) => void
  /** Called once for a line that is too long, which is dropped. */
  readonly tooLong: () => void
}

/** Splits bytes into lines of at most `limit` bytes. */
export class LineSplitter {
  readonly #events: LineEvents
  readonly #limit: number
  #parts: Buffer[] = []
  #size = 0

  constructor(events: LineEvents, limit: number) {
    this.#events = events
    this.#limit = limit
  }

  add(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      this.#take(chunk.subarray(from, end))
      this.endLine()
      from = end + 1
    }
    this.#take(chunk.subarray(from))
  }

  /** Ends a line that has no line feed. */
  endLine(): void {
    const [parts, size] = [this.#parts, this.#size]
    this.#parts = []
    this.#size = 0
    if (size > this.#limit) this.#events.tooLong()
    else if (size > 0) this.#events.line(Buffer.concat(parts, size))
  }

  #take(part: Buffer): void {
    this.#size += part.length
    if (this.#size <= this.#limit) this.#parts.push(part)
    else this.#parts = []
  }
}
