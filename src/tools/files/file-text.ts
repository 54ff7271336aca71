import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { AppError } from '../../errors.ts'
import { detectFormat } from '../../l10n/formats/registry.ts'
import { checkPath, checkTarget } from '../../l10n/paths.ts'
import { echo } from '../../shown.ts'

/** The text of a file, its byte order mark included. @throws AppError `invalid_input` with the place of the first byte that is no UTF-8. */
export function decodeFile(bytes: Buffer, path: string): string {
  const text = bytes.toString()
  if (isUtf8(bytes)) return text
  const at = firstFault(bytes, Buffer.from(text))
  throw new AppError('invalid_input', `${echo(path)} is not UTF-8 text: the byte at offset ${at} fits nowhere.`, {
    fix: 'Save the file as UTF-8 and send it again.',
  })
}

/** The text of a file in a format that is known here. @throws AppError `invalid_input` */
export function textOfFile(bytes: Buffer, path: string): string {
  const text = decodeFile(bytes, path)
  detectFormat(path, text)
  return text
}

/** The path as it was, when it is one of a file in a repository. @throws AppError `invalid_input` */
export const pathInRepository = (path: string): string => checkPath(path)

/** The path as it was, when translations may be written to it. @throws AppError `invalid_input` */
export const pathOfTarget = (path: string): string => checkTarget(path)

/** The SHA-256 of a file's bytes, in hexadecimal digits. */
export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Where the text as it was read, with U+FFFD for what is no text, begins to differ. */
function firstFault(bytes: Buffer, read: Buffer): number {
  let at = 0
  while (at < bytes.length && bytes[at] === read[at]) at += 1
  // The two may begin alike: back to the first byte of the U+FFFD.
  while (at > 0 && ((read[at] ?? 0) & 0xc0) === 0x80) at -= 1
  return at
}
