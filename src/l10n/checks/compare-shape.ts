import type { Message } from '../message/message.ts'
import type { Finding } from './check.ts'

/** The finding of a translation with plural forms whose source has none, or the reverse; undefined if both have the same shape. */
export function compareShape(source: Message, target: Message): Finding | undefined {
  if (typeof source === typeof target) return undefined
  return typeof source === 'string'
    ? { id: 'plural_forms', level: 'error', message: 'The source has no plural forms, but the file does.' }
    : { id: 'plural_forms', level: 'error', message: 'The source has plural forms, but the file does not.' }
}
