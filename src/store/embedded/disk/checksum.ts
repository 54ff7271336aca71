import { crc32 } from 'node:zlib'

/** Computes the CRC-32 (ISO 3309, as in gzip) of bytes. Pass the checksum of preceding bytes to continue it. */
export const checksum = (bytes: Buffer | string, before = 0): number => crc32(bytes, before)

/** Formats a checksum as 8 lowercase hexadecimal digits. */
export const formatChecksum = (sum: number): string => sum.toString(16).padStart(8, '0')

/** Formats a line: the checksum of the JSON, a space, the JSON. The JSON has no line breaks or NUL bytes. */
export const formatChecksumLine = (json: string): string => `${formatChecksum(checksum(json))} ${json}\n`

/** Returns the text of a line, given without its line break; undefined if the checksum is wrong. */
export function parseChecksumLine(line: Buffer): Buffer | undefined {
  const text = line.subarray(9)
  if (line.length < 10 || line[8] !== SPACE) return undefined
  return line.toString('latin1', 0, 8) === formatChecksum(checksum(text)) ? text : undefined
}

const SPACE = 0x20
