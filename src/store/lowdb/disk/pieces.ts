import type { Pace } from '../../../pace.ts'
import { checksum, spelled } from './checksum.ts'

/** In UTF-16 units: worth a call of the system, and short enough that others hardly wait. */
const PIECE = 256 * 1024

/** A text that is put together bit by bit, as pieces that can be written, with their length and checksum. */
export class Pieces {
  readonly #done: Buffer[] = []
  #text = ''
  #bytes = 0
  #sum = 0

  add(text: string): void {
    this.#text += text
    if (this.#text.length > PIECE) this.#flush()
  }

  /** The same for a text of any length: others have their turn within it. */
  async addInTurns(text: string, pace: Pace): Promise<void> {
    for (const part of partsOf(text)) {
      this.add(part)
      if (pace.isDue) await pace.rest()
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
    return spelled(this.#sum)
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
function* partsOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + PIECE
    const cut = isLowSurrogate(text.charCodeAt(end)) ? end + 1 : end
    yield text.slice(at, cut)
    at = cut
  }
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
