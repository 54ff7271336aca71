import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { AppError } from '../../../errors.ts'
import { checkPath, checkTarget } from '../../../l10n/files/paths.ts'
import { detectFormat } from '../../../l10n/formats/registry.ts'
import { echo } from '../../../text/escape.ts'

/** Of a file: each is spelled by six characters wherever the file is kept as JSON. */
const MAX_CONTROLS = 65_536

/**
 * The text of a file, its byte order mark included.
 * @throws AppError `invalid_input` with the place of the first byte that is no UTF-8, or for a file of control characters.
 */
export function decodeFile(bytes: Buffer, path: string): string {
  if (!isUtf8(bytes)) {
    const at = findFirstFault(bytes)
    throw new AppError('invalid_input', `${echo(path)} is not UTF-8 text: the byte at offset ${at} fits nowhere.`, {
      fix: 'Save the file as UTF-8 and send it again.',
    })
  }
  const text = bytes.toString()
  if (hasManyControls(text)) {
    throw new AppError(
      'invalid_input',
      `${echo(path)} is not text: over ${MAX_CONTROLS} of its characters are control characters.`,
      {
        fix: 'Send a text file.',
      },
    )
  }
  return text
}

/** The text of a file in a format that is known here. @throws AppError `invalid_input` */
export function decodeKnownFile(bytes: Buffer, path: string): string {
  const text = decodeFile(bytes, path)
  detectFormat(path, text)
  return text
}

/** The path as it was, when it is one of a file in a repository. @throws AppError `invalid_input` */
export const checkRepositoryPath = (path: string): string => checkPath(path)

/** The path as it was, when translations may be written to it. @throws AppError `invalid_input` */
export const checkTargetPath = (path: string): string => checkTarget(path)

/** The SHA-256 of a file's bytes, in hexadecimal digits. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Control characters without an escape of two characters in JSON. */
const CONTROL = /[^\P{Cc}\b\t\n\f\r\x7f-\x9f]/gu

function hasManyControls(text: string): boolean {
  let count = 0
  for (const _ of text.matchAll(CONTROL)) if (++count > MAX_CONTROLS) return true
  return false
}

/** In bytes: a fault is looked for in so much of a file at a time. */
const BLOCK = 65_536

/** The offset of the first byte that is no text. */
function findFirstFault(bytes: Buffer): number {
  let at = 0
  for (;;) {
    const block = bytes.subarray(at, findCharacterStart(bytes, at + BLOCK))
    if (!isUtf8(block)) return at + findFault(block, Buffer.from(block.toString()))
    at += block.length
  }
}

/** The offset itself, or that of the character that it lies within. */
function findCharacterStart(bytes: Buffer, offset: number): number {
  for (let at = offset; at > offset - 4; at -= 1) if (!isContinuationByte(bytes[at])) return at
  return offset
}

/** Where the text as it was read, with U+FFFD for what is no text, begins to differ. */
function findFault(bytes: Buffer, read: Buffer): number {
  let at = 0
  while (at < bytes.length && bytes[at] === read[at]) at += 1
  // The two may begin alike: back to the first byte of the U+FFFD.
  while (at > 0 && isContinuationByte(read[at])) at -= 1
  return at
}

/** Whether a byte goes on with a character that began before. */
const isContinuationByte = (byte = 0): boolean => (byte & 0xc0) === 0x80
