import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { tryParseJson } from './json.ts'

/** A place in a sorted listing: the sort key and id of the last row that was given. */
export interface Position {
  readonly sort: string
  readonly id: string
}

const Encoded = z.tuple([z.string(), z.string()])

/** Makes the opaque `next` of a page. */
export const encodePosition = ({ sort, id }: Position): string =>
  Buffer.from(JSON.stringify([sort, id])).toString('base64url')

/** @throws AppError `invalid_input` when this is not the `next` of a page. */
export function decodePosition(text: string): Position {
  const parsed = Encoded.safeParse(tryParseJson(Buffer.from(text, 'base64url').toString()))
  if (parsed.success) return { sort: parsed.data[0], id: parsed.data[1] }
  throw damagedCursorError(text)
}

/** The refusal of a cursor that no page gave. */
export function damagedCursorError(text: string): AppError {
  return new AppError('invalid_input', `The cursor ${JSON.stringify(text.slice(0, 40))} is damaged.`, {
    fix: 'Leave the cursor out to begin again.',
  })
}
