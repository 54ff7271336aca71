import { expect, it } from 'vitest'
import { AppError } from '../../../src/errors.ts'
import type { Format } from '../../../src/l10n/formats/format.ts'

/** The fault of a file. */
export function faultOf(read: () => unknown): AppError {
  try {
    read()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

/** Refuses each text, with its line and column and words of the message or the fix. */
export function namesFaults(
  format: Format,
  rows: readonly (readonly [text: string, place: string, words?: string])[],
): void {
  for (const [text, place, words = ''] of rows)
    it(`names the fault at ${place} of ${JSON.stringify(text).slice(0, 60)}`, () => {
      const { code, message, fix = '' } = faultOf(() => format.read(text, undefined, 'en'))
      expect(code).toBe('invalid_input')
      expect(message).toMatch(new RegExp(`^Invalid .* file at ${place}: `))
      expect(fix).not.toBe('')
      expect(`${message} ${fix}`).toContain(words)
    })
}
