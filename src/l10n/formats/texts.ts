import { AppError } from '../../errors.ts'
import { echo } from '../../text/escape.ts'
import type { Message } from '../message/message.ts'
import type { TargetEntry } from './format.ts'

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

/** Reads a translation without its empty plural forms, which the file keeps; undefined if it has neither a text nor plural forms. */
export function readTexts(value: Message): Pick<TargetEntry, 'value' | 'emptyForms'> | undefined {
  if (typeof value === 'string') return value === '' ? undefined : { value }
  const forms = Object.entries(value)
  const texts = forms.filter(([, text]) => text !== '')
  if (forms.length === 0) return undefined
  if (texts.length === forms.length) return { value }
  const emptyForms = forms.flatMap(([name, text]) => (text === '' ? [name] : []))
  return { value: Object.fromEntries(texts), emptyForms }
}
