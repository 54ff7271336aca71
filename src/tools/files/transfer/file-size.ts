import { AppError } from '../../../errors.ts'
import { MAX_ENTRIES } from '../../../l10n/formats/faults.ts'
import { quote } from '../../../text/quote.ts'

const MEBIBYTE = 1024 * 1024

/** Maximum bytes of one file in UTF-8, as documented in tools.md. */
export const MAX_FILE_BYTES = 16 * MEBIBYTE

const LIMIT = `the limit is ${MAX_FILE_BYTES / MEBIBYTE} MB for each file (${MAX_FILE_BYTES} bytes of UTF-8)`

/**
 * The error for a file over the limit, which is the same on every surface.
 * @param bytes undefined if only the limit is known to be exceeded
 */
export function fileTooLarge(path: string, bytes: number | undefined): AppError {
  const size = bytes === undefined ? 'more bytes than allowed' : `${(bytes / MEBIBYTE).toFixed(1)} MB (${bytes} bytes)`
  const ending = /\.[a-z0-9]{1,10}$/i.exec(path)?.[0] ?? ''
  return new AppError('too_large', `${quote(path)} has ${size}; ${LIMIT}.`, {
    fix:
      `No setting or upload URL raises the limit. Move its keys into several source files of at most ${MAX_ENTRIES} strings each, such as en/cart${ending} and en/account${ending}, and push each. ` +
      `One rule gives all of them a target: update_project with files [{"source": "en/*${ending}", "target": "{locale}/*${ending}"}]. ` +
      'Split translated files in the same way, and push them with push_translations.',
  })
}

/** The announced bytes of a body that exceeds the limit; undefined if they were not announced. */
export function announcedExcess({ headers }: { readonly headers: { readonly 'content-length'?: string | undefined } }) {
  const announced = Number(headers['content-length'])
  return announced > MAX_FILE_BYTES ? announced : undefined
}
