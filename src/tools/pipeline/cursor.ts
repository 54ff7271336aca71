import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../errors.ts'

const Cursor = z.tuple([z.string(), z.record(z.string(), z.string())])

/** Encodes a position in a listing as a cursor that is valid for this query only. */
export function encodeCursor(query: unknown, state: Readonly<Record<string, string>>): string {
  return Buffer.from(JSON.stringify([fingerprint(query), state])).toString('base64url')
}

/**
 * Decodes a cursor of `encodeCursor`.
 * @throws AppError `invalid_input` for a damaged cursor, or one of another query.
 */
export function decodeCursor(query: unknown, cursor: string): Readonly<Record<string, string>> {
  const parsed = Cursor.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (parsed.success && parsed.data[0] === fingerprint(query)) return parsed.data[1]
  throw new AppError('invalid_input', `cursor ${JSON.stringify(cursor.slice(0, 40))} does not belong to this query.`, {
    fix: 'Repeat the call that returned it with the same arguments, or leave cursor out to start over.',
    field: 'cursor',
  })
}

const fingerprint = (query: unknown): string =>
  createHash('sha256').update(JSON.stringify(query)).digest('hex').slice(0, 8)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
