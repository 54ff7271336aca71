import { AppError } from '../../errors.ts'
import { echo } from '../../text/escape.ts'
import type { Message } from '../message/message.ts'

/** Returns the text of a message for a format that writes plural forms within a text; undefined if it is empty. */
export function toText(value: Message | undefined): string | undefined {
  const text = typeof value === 'object' ? (value['other'] ?? Object.values(value)[0]) : value
  return text === '' ? undefined : text
}

/**
 * Returns the string of a message, for formats without plural forms.
 * @param name of the format, such as `CSV`
 * @throws AppError `invalid_input` for plural forms.
 */
export function getSingleText(name: string, key: string, value: Message): string {
  if (typeof value === 'string') return value
  throw new AppError('invalid_input', `${name} key ${echo(key)} takes one string, not plural forms.`, {
    fix: 'Send a string; write plural forms in the message syntax of the file.',
  })
}
