import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../errors.ts'

const Cursor = z.tuple([z.string(), z.record(z.string(), z.string())])

/** Where a listing goes on, bound to the query that began it. */
export function encodeCursor(query: unknown, state: Readonly<Record<string, string>>): string {
  return Buffer.from(JSON.stringify([fingerprint(query), state])).toString('base64url')
}

/** @throws AppError `invalid_input` when the cursor is damaged or comes from another query. */
export function decodeCursor(query: unknown, cursor: string): Readonly<Record<string, string>> {
  const parsed = Cursor.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (parsed.success && parsed.data[0] === fingerprint(query)) return parsed.data[1]
  throw new AppError(
    'invalid_input',
    `cursor is ${JSON.stringify(cursor.slice(0, 40))}: it does not belong to this query.`,
    {
      fix: 'Repeat the arguments of the call that gave the cursor, or leave cursor out to begin again.',
    },
  )
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
