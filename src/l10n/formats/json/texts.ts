import { AppError } from '../../../errors.ts'
import { echo } from '../../../text/escape.ts'
import type { Message } from '../../message/message.ts'

/** The texts to write, as the slots of a file ask for them. */
export interface Texts {
  /** Whether there is anything to write for an entry. */
  has(key: string): boolean
  /** The text for a slot; `form` is the plural category that stands there. */
  get(key: string, form: string | undefined): string | undefined
}

/** One text for each key. @throws AppError `invalid_input` for a map of plural forms, which plain JSON has no place for. */
export const singleTexts = (values: ReadonlyMap<string, Message>): Texts => ({
  has: key => values.has(key),
  get: key => {
    const value = values.get(key)
    if (value === undefined || typeof value === 'string') return value
    throw new AppError('invalid_input', `The JSON entry ${echo(key)} takes one text, not one per plural form.`, {
      fix: 'Send a string; write plural forms in the message syntax of the file.',
    })
  },
})

/**
 * Texts for slots of which some hold a plural form. A text from before its source had forms stands in the slot `other`, and of forms from before the source
 * was one text `other` is taken, else the last: a stale text is shown until there is a new one.
 */
export const formTexts = (values: ReadonlyMap<string, Message>): Texts => ({
  has: key => {
    const value = values.get(key)
    return typeof value === 'string' || (value !== undefined && Object.keys(value).length > 0)
  },
  get: (key, form) => {
    const value = values.get(key)
    if (value === undefined) return undefined
    if (typeof value === 'string') return form === undefined || form === 'other' ? value : undefined
    if (form === undefined) return value['other'] ?? Object.values(value).at(-1)
    return Object.hasOwn(value, form) ? value[form] : undefined
  },
})
