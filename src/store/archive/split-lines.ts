import { MAX_LINE_BYTES } from './format.ts'
import type { ArchivePosition } from './position.ts'

const LINE_END = 0x0a

/**
 * Splits a stream into lines without their line ends, several at a time. Buffers at most one line.
 * @throws AppError `invalid_input` when a line is too long, or the last one has no line end.
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  reading: ArchivePosition,
): AsyncGenerator<readonly Buffer[]> {
  let begun: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    const lines: Buffer[] = []
    let from = 0
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      const piece = chunk.subarray(from, end)
      lines.push(begun.length === 0 ? piece : Buffer.concat([...begun, piece]))
      begun = []
      length = 0
      from = end + 1
    }
    if (lines.length > 0) yield lines
    if (from === chunk.length) continue
    begun.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > MAX_LINE_BYTES) {
      reading.line += 1
      throw reading.damagedError(`the line is longer than ${MAX_LINE_BYTES} bytes`)
    }
  }
  if (length > 0) {
    reading.line += 1
    throw reading.damagedError('the file ends in the middle of this line')
  }
}
