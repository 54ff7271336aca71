import { decodeLine, type JournalLine } from './line.ts'

/** A damaged place in a journal. */
export interface JournalDamage {
  /** In bytes from the start of the file. */
  readonly offset: number
  readonly what: string
}

export interface ParsedJournal {
  readonly lines: readonly JournalLine[]
  /** Bytes of whole lines at the start. The rest was never acknowledged. */
  readonly goodBytes: number
  readonly damage?: JournalDamage
}

const LINE_BREAK = 0x0a

/**
 * Parses a journal. An incomplete last line is no damage: it was never acknowledged. It lacks its line break, or has a sector of NUL bytes that a disk without
 * power did not write.
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

/** Whether a tail is the rest of one interrupted write. */
function isTorn(tail: Buffer): boolean {
  const body = tail.subarray(0, -1)
  if (body.includes(LINE_BREAK) || decodeLine(body) !== undefined) return false
  return tail.at(-1) !== LINE_BREAK || body.includes(NUL_SECTOR)
}

/** A disk writes at least one sector at once, so an unwritten part has at least this size. */
const NUL_SECTOR = Buffer.alloc(512)
