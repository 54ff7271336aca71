import { decodeLine, type JournalLine } from './line.ts'

/** A damaged place in a journal. */
export interface JournalDamage {
  /** In bytes from the beginning of the file. */
  readonly offset: number
  readonly what: string
}

export interface ParsedJournal {
  readonly lines: readonly JournalLine[]
  /** How many bytes are whole lines, from the beginning on: what follows was never acknowledged. */
  readonly goodBytes: number
  readonly damage?: JournalDamage
}

const LINE_BREAK = 0x0a

/**
 * Reads a journal. A line that ended in the middle of being written is no damage: it was not acknowledged. It has no line break at its end, or a
 * sector of NUL bytes where a disk without power did not get to, and no line follows it.
 */
export function parseJournal(bytes: Buffer): ParsedJournal {
  const lines: JournalLine[] = []
  let start = 0
  while (start < bytes.length) {
    const end = bytes.indexOf(LINE_BREAK, start)
    const line = end === -1 ? undefined : decodeLine(bytes.subarray(start, end))
    if (line === undefined) break
    lines.push(line)
    start = end + 1
  }
  if (start === bytes.length || isTorn(bytes.subarray(start))) return { lines, goodBytes: start }
  return { lines, goodBytes: start, damage: { offset: start, what: `line ${lines.length + 1} is damaged` } }
}

/** Whether a tail that does not begin with a whole line is what one write left that did not come to its end. */
function isTorn(tail: Buffer): boolean {
  const body = tail.subarray(0, -1)
  if (body.includes(LINE_BREAK) || decodeLine(body) !== undefined) return false
  return tail.at(-1) !== LINE_BREAK || body.includes(NUL_SECTOR)
}

/** The least that a disk writes at once: where it did not get to, at least so much is missing. */
const NUL_SECTOR = Buffer.alloc(512)
