import { crc32 } from 'node:zlib'

/** CRC-32 (ISO 3309, as in gzip) of bytes, or of what came before them and them. */
export const checksum = (bytes: Buffer | string, before = 0): number => crc32(bytes, before)

/** As files spell it: 8 hexadecimal digits. */
export const formatChecksum = (sum: number): string => sum.toString(16).padStart(8, '0')

/** A line that says what it must be: the checksum of its text, a space, the text. JSON has neither line breaks nor NUL bytes in it. */
export const formatChecksumLine = (json: string): string => `${formatChecksum(checksum(json))} ${json}\n`

/** The text of a line without its line break; undefined when it is not what its checksum says. */
export function parseChecksumLine(line: Buffer): Buffer | undefined {
  const text = line.subarray(9)
  if (line.length < 10 || line[8] !== SPACE) return undefined
  return line.toString('latin1', 0, 8) === formatChecksum(checksum(text)) ? text : undefined
}

const SPACE = 0x20
