import type { Pacer } from '../../../scheduling/pacer.ts'
import { checksum, formatChecksum } from './checksum.ts'

/** In UTF-16 units: worth a call of the system, and short enough that others hardly wait. */
const PIECE_LENGTH = 256 * 1024

/** A text that is put together bit by bit, as pieces that can be written, with their length and checksum. */
export class TextBuffer {
  readonly #done: Buffer[] = []
  #text = ''
  #bytes = 0
  #sum = 0

  add(text: string): void {
    this.#text += text
    if (this.#text.length > PIECE_LENGTH) this.#flush()
  }

  /** The same for a text of any length: others have their turn within it. */
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

  /** In bytes. */
  get length(): number {
    this.#flush()
    return this.#bytes
  }

  /** As files spell it. */
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

/** A text in parts of a piece each; no character is cut apart. */
function* splitText(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + PIECE_LENGTH
    const cut = isLowSurrogate(text.charCodeAt(end)) ? end + 1 : end
    yield text.slice(at, cut)
    at = cut
  }
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
