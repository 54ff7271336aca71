import { AppError } from '../../errors.ts'
import type { Message } from '../message.ts'

/** The text for a key, if there is one. @throws AppError `invalid_input` for a map of plural forms, which plain JSON has no place for. */
export function textFor(values: ReadonlyMap<string, Message>, key: string): string | undefined {
  const value = values.get(key)
  if (value === undefined || typeof value === 'string') return value
  throw new AppError('invalid_input', `The JSON entry ${key} takes one text, not one per plural form.`, {
    fix: 'Send a string; write plural forms in the message syntax of the file.',
  })
}
