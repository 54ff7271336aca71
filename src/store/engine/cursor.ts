import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { tryParseJson } from '../../text/try-parse-json.ts'

/** A position in a sorted listing: sort key and id of the last returned row. */
export interface Position {
  readonly sort: string
  readonly id: string
}

const Encoded = z.tuple([z.string(), z.string()])

/** Encodes the opaque `next` of a page. */
export const encodePosition = ({ sort, id }: Position): string =>
  Buffer.from(JSON.stringify([sort, id])).toString('base64url')

/** Decodes the `next` of a page. @throws AppError `invalid_input` */
export function decodePosition(text: string): Position {
  const parsed = Encoded.safeParse(tryParseJson(Buffer.from(text, 'base64url').toString()))
  if (parsed.success) return { sort: parsed.data[0], id: parsed.data[1] }
  throw damagedCursorError(text)
}

/** The error of an invalid cursor. */
export function damagedCursorError(text: string): AppError {
  return new AppError('invalid_input', `Cursor ${JSON.stringify(text.slice(0, 40))} is not valid.`, {
    fix: 'Leave out the cursor to start again.',
  })
}
