import type { Pacer } from '../../../scheduling/pacer.ts'
import { checksum, formatChecksum } from './checksum.ts'

/** In UTF-16 units: large enough for a system call, small enough that other work hardly waits. */
const PIECE_LENGTH = 256 * 1024

/** Builds a text from parts, as buffers to write, with length and checksum. */
export class TextBuffer {
  readonly #done: Buffer[] = []
  #text = ''
  #bytes = 0
  #sum = 0

  add(text: string): void {
    this.#text += text
    if (this.#text.length > PIECE_LENGTH) this.#flush()
  }

  /** Like `add`, in steps, between which other work runs. */
  async addInSteps(text: string, pace: Pacer): Promise<void> {
    for (const part of splitText(text)) {
      this.add(part)
      if (pace.shouldYield) await pace.yieldNow()
    }
  }

  get all(): readonly Buffer[] {
    this.#flush()
    return this.#done
  }

  /** Length in bytes. */
  get length(): number {
    this.#flush()
    return this.#bytes
  }

  /** Checksum as 8 hexadecimal digits. */
  get sum(): string {
    this.#flush()
    return formatChecksum(this.#sum)
  }

  #flush(): void {
    if (this.#text === '') return
    const piece = Buffer.from(this.#text)
    this.#text = ''
    this.#done.push(piece)
    this.#bytes += piece.length
    this.#sum = checksum(piece, this.#sum)
  }
}

/** Splits a text into pieces without splitting a surrogate pair. */
function* splitText(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + PIECE_LENGTH
    const cut = isLowSurrogate(text.charCodeAt(end)) ? end + 1 : end
    yield text.slice(at, cut)
    at = cut
  }
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
