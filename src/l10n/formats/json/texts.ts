import type { Message } from '../../message/message.ts'
import { getSingleText } from '../single-text.ts'

/** The strings to write into the slots of a file. */
export interface Texts {
  /** Returns whether an entry has a string to write. */
  has(key: string): boolean
  /** Returns the string for a slot; `form` is the plural category of the slot. */
  get(key: string, form: string | undefined): string | undefined
}

/**
 * Creates texts with one string per key.
 * @throws AppError `invalid_input` for plural forms, which plain JSON does not support.
 */
export const singleTexts = (values: ReadonlyMap<string, Message>): Texts => ({
  has: key => values.has(key),
  get: key => {
    const value = values.get(key)
    return value && getSingleText('JSON', key, value)
  },
})

/**
 * Creates texts for slots that can be plural forms. A stale translation from before its source had forms goes into the slot `other`. If the source no longer
 * has forms, the stale form `other` is used, else the last one.
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
