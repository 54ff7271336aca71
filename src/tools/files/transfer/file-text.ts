import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { AppError } from '../../../errors.ts'
import { checkPath, checkTarget } from '../../../l10n/files/paths.ts'
import { detectFormat } from '../../../l10n/formats/registry.ts'
import { assertSupported } from '../../../l10n/formats/unsupported.ts'
import { quote } from '../../../text/quote.ts'
import { guessEncoding } from './guess-encoding.ts'

/** Bytes in which a file can declare its encoding. */
const HEAD_BYTES = 1_024

/**
 * Returns the name of another encoding than UTF-8 that a file shows, as iconv knows it: by its byte order mark, by the null bytes of UTF-16, or by its own
 * declaration. Undefined if it shows none.
 */
function detectEncoding(bytes: Buffer): string | undefined {
  const [first, second, third, fourth] = bytes
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? 'UTF-32' : 'UTF-16'
  if (first === 0xfe && second === 0xff) return 'UTF-16'
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'UTF-16LE'
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'UTF-16BE'
  const head = bytes.toString('latin1', 0, HEAD_BYTES)
  const declared = /\b(?:encoding\s?=\s?["']|charset=)([A-Za-z][\w.:-]{1,39})/.exec(head)?.[1]
  return declared === undefined || /^(?:utf-?8|charset)$/i.test(declared) ? undefined : declared
}

/** A translation memory, which is imported as such. */
const TMX = /\.tmx$/i

/** Per file: each takes six characters where the file is stored as JSON. */
const MAX_CONTROLS = 65_536

/**
 * Decodes a file, with its byte order mark.
 * @throws AppError `invalid_input` with its encoding, or with the offset of the first byte that is not UTF-8; also for a file with many control characters.
 */
export function decodeFile(bytes: Buffer, path: string): string {
  if (!isUtf8(bytes) || isUtf16(bytes)) {
    if (!TMX.test(path)) assertSupported(path)
    throw encodingError(bytes, path)
  }
  const text = bytes.toString()
  if (hasManyControls(text)) {
    throw new AppError(
      'invalid_input',
      `${quote(path)} is not a text file: it has over ${MAX_CONTROLS} control characters.`,
      { fix: 'Push a text file.' },
    )
  }
  return text
}

/** Null bytes are UTF-8, too, so that ASCII characters in UTF-16 without a byte order mark are. */
const isUtf16 = (bytes: Buffer): boolean => (bytes[0] === 0 || bytes[1] === 0) && detectEncoding(bytes) !== undefined

function encodingError(bytes: Buffer, path: string): AppError {
  const encoding = detectEncoding(bytes)
  if (encoding === undefined) {
    const at = findFirstFault(bytes)
    const likely = guessEncoding(bytes, path)
    const convert = likely === undefined ? '' : ` It looks like ${likely}: convert it with iconv -f ${likely} -t UTF-8.`
    return new AppError('invalid_input', `${quote(path)} is not UTF-8: invalid byte at offset ${at}.`, {
      fix: `Save the file as UTF-8 and push it again.${convert}`,
    })
  }
  const hasDeclaration = /\.(?:xml|xlf|xliff|resx|resw|stringsdict|tmx)$/i.test(path)
  return new AppError('invalid_input', `${quote(path)} is ${encoding}, not UTF-8.`, {
    fix: `Convert it with iconv -f ${encoding} -t UTF-8${hasDeclaration ? ', set encoding="UTF-8" in its first line,' : ''} and push it again.`,
  })
}

/** Decodes a file of a supported format, or a translation memory. @throws AppError `invalid_input` */
export function decodeKnownFile(bytes: Buffer, path: string): string {
  const text = decodeFile(bytes, path)
  if (!TMX.test(path)) detectFormat(path, text)
  return text
}

/** Returns a valid repository path unchanged. @throws AppError `invalid_input` */
export const checkRepositoryPath = (path: string): string => checkPath(path)

/** Returns a path unchanged if translations may be written to it. @throws AppError `invalid_input` */
export const checkTargetPath = (path: string): string => checkTarget(path)

/** SHA-256 of a file's bytes, in hexadecimal. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Control characters without a two-character escape in JSON. */
const CONTROL = /[^\P{Cc}\b\t\n\f\r\x7f-\x9f]/gu

function hasManyControls(text: string): boolean {
  let count = 0
  for (const _ of text.matchAll(CONTROL)) if (++count > MAX_CONTROLS) return true
  return false
}

/** Bytes decoded at a time when searching for the fault. */
const BLOCK = 65_536

/** Offset of the first byte that is not UTF-8. */
function findFirstFault(bytes: Buffer): number {
  let at = 0
  for (;;) {
    const block = bytes.subarray(at, findCharacterStart(bytes, at + BLOCK))
    if (!isUtf8(block)) return at + findFault(block, Buffer.from(block.toString()))
    at += block.length
  }
}

/** The offset itself, or the start of the character that contains it. */
function findCharacterStart(bytes: Buffer, offset: number): number {
  for (let at = offset; at > offset - 4; at -= 1) if (!isContinuationByte(bytes[at])) return at
  return offset
}

/** Offset where the decoded text, with U+FFFD for invalid bytes, first differs. */
function findFault(bytes: Buffer, read: Buffer): number {
  let at = 0
  while (at < bytes.length && bytes[at] === read[at]) at += 1
  // Both can start with the same bytes: go back to the first byte of the U+FFFD.
  while (at > 0 && isContinuationByte(read[at])) at -= 1
  return at
}

/** Whether a byte continues a character. */
const isContinuationByte = (byte = 0): boolean => (byte & 0xc0) === 0x80
